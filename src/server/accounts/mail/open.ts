import type { Area } from '#server/core/areas/area.ts';
import type { CoreDeps } from '#server/core/areas/core-deps.ts';
import type { Config } from '#server/core/config/config.ts';
import { Sender } from './sender.ts';
import { smtpDelivery, webhookDelivery } from './transports.ts';

const deliverEveryMs = 5_000;

export interface MailDeps extends Pick<CoreDeps, 'database' | 'clock' | 'logger'> {
  readonly config: Pick<Config, 'smtpUrl' | 'smtpFrom' | 'smsWebhook'>;
}

/** Opens messages by mail and text; the job delivers those that are due over the transports of the configuration. */
export function openMail({ database, clock, logger, config }: MailDeps): Area & { readonly sender: Sender } {
  const sender = new Sender(database, clock, logger, {
    ...(config.smtpUrl === null ? {} : { email: smtpDelivery(config.smtpUrl, config.smtpFrom) }),
    ...(config.smsWebhook === null ? {} : { sms: webhookDelivery(config.smsWebhook) }),
  });
  return {
    sender,
    calls: {},
    jobs: [{ name: 'deliver messages', everyMs: deliverEveryMs, run: () => sender.deliverDue() }],
  };
}
