import { and, eq, inArray } from 'drizzle-orm';
import type { Locale } from '../../contract/locales.ts';
import { isLocale } from '../../contract/locales.ts';
import { articlesByKey } from '../content/read.ts';
import { withFacts } from '../notices/facts.ts';
import type { NoticeFacts } from '../notices/tables.ts';
import type { TellingStep } from '../notices/telling.ts';
import { withAntiPhishing } from '../sender/anti-phishing.ts';
import type { Transaction } from '../store/database.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import type { UserRow } from './password-proof.ts';
import { users } from './tables.ts';

/** Notices of changes to what protects an account: they also go to every contact of it. */
const letterNotices: ReadonlySet<string> = new Set([
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

/** A letter of what already happened is of use for a day. */
const letterLifeMs = 24 * 3_600_000;

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

/** Writes letters for notices that are being told, in the transaction that marks them told: none is lost or sent twice. */
export function securityLetters(deps: Pick<AccountsDeps, 'sender' | 'clock'>): TellingStep {
  return async (tx, told) => {
    const due = told.filter(({ owner, articleKey }) => owner !== null && letterNotices.has(articleKey));
    if (due.length === 0) return;
    const owners = [...new Set(due.flatMap(({ owner }) => owner ?? []))];
    const people = await tx.drizzle
      .select()
      .from(users)
      .where(and(inArray(users.id, owners), eq(users.disabled, false)));
    for (const { owner, articleKey, facts } of due) {
      const user = people.find(({ id }) => id === owner);
      if (user !== undefined) await writeLetters(deps, tx, user, recipientsOf(user), articleKey, facts);
    }
  };
}

/** Tells the contact that gave way to a new one: it is no longer known when the notice is told. */
export async function writeToFormer(
  deps: Pick<AccountsDeps, 'sender' | 'clock'>,
  tx: Transaction,
  before: UserRow,
  by: 'email' | 'phone',
  facts: NoticeFacts,
): Promise<void> {
  const former = recipientsOf({ email: null, phone: null, [by]: before[by] });
  await writeLetters(deps, tx, before, former, 'notice/contact-bound', facts);
}

async function writeLetters(
  { sender, clock }: Pick<AccountsDeps, 'sender' | 'clock'>,
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
  const { title, summary, blocks } = withFacts(article, facts);
  const paragraphs = blocks.flatMap((block) => (block.type === 'paragraph' ? [block.text] : []));
  for (const { channel, recipient } of recipients) {
    const text = channel === 'email' ? [summary, ...paragraphs].join('\n\n') : `Dunlin: ${title}. ${summary}`;
    const body = withAntiPhishing(text, language, user.antiPhishing);
    await sender.write(tx, {
      channel,
      recipient,
      subject: `Dunlin: ${title}`,
      body,
      expiresAt: clock() + letterLifeMs,
    });
  }
}
