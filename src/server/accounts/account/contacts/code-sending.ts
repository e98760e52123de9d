import type { CodePurpose } from '#protocol/accounts/calls/codes.ts';
import type { CallOutput } from '#protocol/calls.ts';
import { verificationCodeLifeMs, verificationCodeResendMs } from '#protocol/core/limits.ts';
import type { Locale } from '#protocol/core/locales.ts';
import type { RequestFacts } from '#server/core/handler.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { codeMessage } from '#server/accounts/mail/code-message.ts';
import type { AccountDeps } from '../deps.ts';
import { type Contact, maskEmail, maskPhone } from './contact.ts';
import { byContact } from '../login.ts';
import { users } from '../tables.ts';
import { issueCode } from './verification-codes.ts';

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
