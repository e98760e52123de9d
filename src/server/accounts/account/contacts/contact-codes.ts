import { eq } from 'drizzle-orm';
import type { CodePurpose } from '#protocol/accounts/calls/codes.ts';
import type { CallOutput, CheckedInput } from '#protocol/calls.ts';
import { verificationCodeLifeMs, verificationCodeResendMs } from '#protocol/core/limits.ts';
import type { Locale } from '#protocol/core/locales.ts';
import type { CallContext, RequestFacts, Caller } from '#server/core/handler.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { codeMessage } from '#server/accounts/mail/code-message.ts';
import type { AccountDeps } from '../deps.ts';
import { type Contact, maskEmail, maskPhone, contactOf, hasCallingCode, isEmptyAccount } from './contact.ts';
import { byContact } from '../login.ts';
import { users } from '../tables.ts';
import { issueCode, type CodeCheck, giveTicket, useCode } from './verification-codes.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { clearLockout, lockoutPoolOfSession, lockoutPoolOfVisitor } from '#server/accounts/rate-limits/lockout.ts';
import type { AccountName } from '#protocol/accounts/entities/account-name.ts';

/**
 * The contact of a code request. A code of purpose `security` goes to the user's own contact, of which the app knows
 * only the masked form: an empty account means the bound one of that kind.
 *
 * @throws Refusal `chooseArea` for a country without a calling code; `enterAccount` for an invalid contact, and for
 *   `security` for what is not the user's own; 1001 (type 999) for a purpose that needs a session
 */
export async function namedContact(
  deps: Pick<AccountDeps, 'database'>,
  account: AccountName,
  purpose: CodePurpose,
  caller: Caller | null,
): Promise<Contact> {
  if (caller === null && (purpose === 'bind' || purpose === 'security')) throw new Refusal('unauthorized');
  if (purpose === 'security' && caller !== null) return ownContact(deps, account, caller.userId);
  if (account.by === 'phone' && !hasCallingCode(account.country)) throw new Refusal('chooseArea');
  const contact = contactOf(account);
  if (contact === null) throw new Refusal('enterAccount');
  return contact;
}

async function ownContact(
  { database }: Pick<AccountDeps, 'database'>,
  account: AccountName,
  userId: bigint,
): Promise<Contact> {
  const [user] = await database.drizzle.select().from(users).where(eq(users.id, userId));
  const value = user?.[account.by] ?? null;
  const isMeant = isEmptyAccount(account) || contactOf(account)?.value === value;
  if (value === null || !isMeant) throw new Refusal('enterAccount');
  return { by: account.by, value };
}

/** A request for a code. */
export interface CodeInput {
  readonly contact: Contact;
  readonly purpose: CodePurpose;
  readonly language: Locale;
}

/**
 * Sends a code. The answer does not depend on whether an account exists: a code to reset the password of a missing
 * account is created but not delivered.
 *
 * @param wish a contact accepted by `namedContact` for the purpose
 * @throws Refusal `verificationTooOften` within a minute of the last one or past the limits, `sendFailed` once when the
 *   last message to the contact could not be delivered
 */
export async function sendCode(
  deps: AccountDeps,
  input: CodeInput,
  facts: RequestFacts,
): Promise<CallOutput<'POST common/checkEmailSend'>> {
  const { contact, purpose, language } = input;
  const channel = contact.by === 'email' ? 'email' : 'sms';
  const now = deps.clock();
  await reportUndelivered(deps, input, now);
  const issued = await deps.database.transaction(async (tx) => {
    const made = await issueCode(tx, deps.limits, contact, purpose, facts, now);
    const [owner] = await tx.drizzle.select({ word: users.antiPhishing }).from(users).where(byContact(contact));
    if (owner !== undefined || purpose !== 'reset-password') {
      const message = codeMessage(language, made.code, verificationCodeLifeMs, owner?.word ?? null);
      await deps.sender.write(tx, { channel, recipient: contact.value, expiresAt: made.expiresAt, ...message });
    }
    return made;
  });
  deps.sender.deliverSoon(channel);
  // A code opens an account: it is returned instead of a message only to a client on the exchange's own machine, which
  // can read the outbox anyway.
  const isShown = deps.mode === 'practice' && !deps.sender.delivers(channel) && facts.isLocal;
  return {
    resendMs: verificationCodeResendMs,
    expiresAt: issued.expiresAt,
    practiceMessage: isShown ? { to: recipientText(input), code: issued.code } : null,
  };
}

/**
 * Reports once, to whoever asks for another code, that the last one could not be delivered; the next is tried again.
 * Not for a forgotten password: without an account nothing is sent, and the difference would reveal accounts.
 */
async function reportUndelivered(deps: AccountDeps, { contact, purpose }: CodeInput, now: number): Promise<void> {
  if (purpose === 'reset-password') return;
  const channel = contact.by === 'email' ? 'email' : 'sms';
  const since = now - verificationCodeLifeMs;
  const isLost = await deps.database.transaction((tx) =>
    deps.sender.giveUpUndelivered(tx, channel, contact.value, since),
  );
  if (isLost) throw new Refusal('sendFailed');
}

/** A contact that the user did not type is masked as everywhere else. */
function recipientText({ contact, purpose }: CodeInput): string {
  if (purpose !== 'security') return contact.value;
  return contact.by === 'email' ? maskEmail(contact.value) : maskPhone(contact.value);
}

/** Checks a code that was sent. @throws Refusal of a code that is missing, wrong or out of date, or checked too often */
export async function checkSentCode(
  deps: AccountDeps,
  { account, purpose, code }: CheckedInput<'POST checkSmsCode'>,
  context: CallContext<'POST checkSmsCode'>,
): Promise<CallOutput<'POST checkSmsCode'>> {
  const contact = await namedContact(deps, account, purpose, context.caller);
  if (code.trim() === '') throw new Refusal('enterCode');
  const now = deps.clock();
  const result = await deps.database.transaction((tx) =>
    checkCode(deps, tx, { contact, purpose, code: code.trim() }, context, now),
  );
  if (typeof result === 'string') throw new Refusal(result);
  if ('waitMs' in result) throw new Refusal('verificationTooOften', result);
  return result;
}

/** An entered code. */
interface EnteredCode {
  readonly contact: Contact;
  readonly purpose: CodePurpose;
  readonly code: string;
}

/**
 * Checks a code and issues the ticket for the next step. A wrong one that would open an account counts as a guess; a
 * correct one proves the owner and resets the wrong attempts. The transaction must commit whatever the result.
 */
async function checkCode(
  deps: AccountDeps,
  tx: Transaction,
  { contact, purpose, code }: EnteredCode,
  context: RequestFacts & { readonly caller: Caller | null },
  now: number,
): Promise<{ ticket: string; expiresAt: number } | Exclude<CodeCheck, 'right'>> {
  if (purpose !== 'reset-password' && purpose !== 'security') {
    const checked = await useCode(tx, deps.limits, { contact, purpose, pool: null }, code, context, now);
    return checked === 'right' ? giveTicket(tx, contact, purpose, now) : checked;
  }
  const [user] = await tx.drizzle.select({ id: users.id }).from(users).where(byContact(contact));
  const pool =
    purpose === 'security' && context.caller !== null
      ? lockoutPoolOfSession(context.caller.userId)
      : await lockoutPoolOfVisitor(tx, user?.id ?? null, contact.value, context, now);
  const checked = await useCode(tx, deps.limits, { contact, purpose, pool }, code, context, now);
  if (checked !== 'right') return checked;
  if (user !== undefined) await clearLockout(tx, user.id);
  return giveTicket(tx, contact, purpose, now);
}
