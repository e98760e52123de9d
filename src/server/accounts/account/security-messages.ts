import { and, eq, inArray } from 'drizzle-orm';
import { dayMs } from '#protocol/core/durations.ts';
import type { Locale } from '#protocol/core/locales.ts';
import { isLocale } from '#protocol/core/locales.ts';
import { articlesByKey } from '#server/content/read.ts';
import { withFacts } from '../notices/facts.ts';
import type { NoticeFacts } from '../notices/tables.ts';
import type { DeliveryStep } from '../notices/notification-outbox.ts';
import { withAntiPhishing } from '../mail/anti-phishing.ts';
import type { Transaction } from '#server/core/store/database.ts';
import type { AccountDeps } from './deps.ts';
import type { UserRow } from './passwords/password-proof.ts';
import { users } from './tables.ts';

/** Notices of security changes: they also go to every contact of the account. */
const messagedNotices: ReadonlySet<string> = new Set([
  'notice/new-login',
  'notice/password-changed',
  'notice/password-reset',
  'notice/transaction-password-changed',
  'notice/passkey-added',
  'notice/passkey-removed',
  'notice/contact-bound',
  'notice/address-added',
  'notice/address-removed',
  'notice/address-wait-off',
  'notice/device-on',
  'notice/device-off',
  'notice/totp-on',
  'notice/totp-off',
  'notice/recovery-codes-made',
  'notice/recovery-code-used',
  'notice/anti-phishing-changed',
]);

/** A message about a past event is useful for a day. */
const messageLifeMs = dayMs;

interface Recipient {
  readonly channel: 'email' | 'sms';
  readonly recipient: string;
}

function recipientsOf({ email, phone }: Pick<UserRow, 'email' | 'phone'>): Recipient[] {
  return [
    ...(email === null ? [] : [{ channel: 'email', recipient: email } as const]),
    ...(phone === null ? [] : [{ channel: 'sms', recipient: phone } as const]),
  ];
}

function languageOf({ language }: Pick<UserRow, 'language'>): Locale {
  return isLocale(language) ? language : 'en';
}

/**
 * Writes messages for notices that are being published, in the transaction that marks them published: none is lost or
 * sent twice.
 */
export function securityMessages(deps: Pick<AccountDeps, 'sender' | 'clock'>): DeliveryStep {
  return async (tx, delivered) => {
    const due = delivered.filter(({ owner, articleKey }) => owner !== null && messagedNotices.has(articleKey));
    if (due.length === 0) return;
    const owners = [...new Set(due.flatMap(({ owner }) => owner ?? []))];
    const readers = await tx.drizzle
      .select()
      .from(users)
      .where(and(inArray(users.id, owners), eq(users.disabled, false)));
    for (const { owner, articleKey, facts } of due) {
      const user = readers.find(({ id }) => id === owner);
      if (user !== undefined) await writeMessages(deps, tx, user, recipientsOf(user), articleKey, facts);
    }
  };
}

/** Notifies the replaced contact, which is no longer known when the notice is published. */
export async function writeToFormer(
  deps: Pick<AccountDeps, 'sender' | 'clock'>,
  tx: Transaction,
  before: UserRow,
  by: 'email' | 'phone',
  facts: NoticeFacts,
): Promise<void> {
  const former = recipientsOf({ email: null, phone: null, [by]: before[by] });
  await writeMessages(deps, tx, before, former, 'notice/contact-bound', facts);
}

async function writeMessages(
  { sender, clock }: Pick<AccountDeps, 'sender' | 'clock'>,
  tx: Transaction,
  user: UserRow,
  recipients: readonly Recipient[],
  articleKey: string,
  facts: NoticeFacts,
): Promise<void> {
  if (recipients.length === 0) return;
  const language = languageOf(user);
  const article = (await articlesByKey(tx, [articleKey], language)).get(articleKey);
  if (article === undefined) return;
  const { title, summary, blocks } = withFacts(article, facts, language);
  const paragraphs = blocks.flatMap((block) => (block.type === 'paragraph' ? [block.text] : []));
  for (const { channel, recipient } of recipients) {
    const text = channel === 'email' ? [summary, ...paragraphs].join('\n\n') : `Dunlin: ${title}. ${summary}`;
    const body = withAntiPhishing(text, language, user.antiPhishing);
    await sender.write(tx, {
      channel,
      recipient,
      subject: `Dunlin: ${title}`,
      body,
      expiresAt: clock() + messageLifeMs,
    });
  }
}
