import type { Transporter } from 'nodemailer';

/** An outgoing message. */
interface OutgoingMessage {
  /** Stable across retries, so that the other side can drop duplicates. */
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
}

/** Sends a message, or throws. */
export type Deliver = (message: OutgoingMessage) => Promise<void>;

const deliveryTimeoutMs = 15_000;

/**
 * Email by SMTP.
 *
 * @param smtpUrl as in `smtps://user:password@host:465`
 * @param from as in `Dunlin <no-reply@example.com>`
 */
export function smtpDelivery(smtpUrl: string, from: string): Deliver {
  let transport: Promise<Transporter> | null = null;
  return async ({ id, recipient, subject, body }) => {
    transport ??= openTransport(smtpUrl);
    const opened = await transport;
    await opened.sendMail({
      from,
      to: { name: '', address: recipient },
      subject,
      text: body,
      messageId: `<${id}@dunlin>`,
    });
  };
}

async function openTransport(smtpUrl: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url: smtpUrl,
    connectionTimeout: deliveryTimeoutMs,
    greetingTimeout: deliveryTimeoutMs,
    socketTimeout: deliveryTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Text messages by an SMS gateway: a JSON POST `{ id, to, text }`, acknowledged by any 2xx. */
export function webhookDelivery(webhookUrl: string): Deliver {
  return async ({ id, recipient, body }) => {
    const response = await fetch(webhookUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id, to: recipient, text: body }),
      signal: AbortSignal.timeout(deliveryTimeoutMs),
      redirect: 'error',
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the SMS gateway answered ${response.status}`);
  };
}
