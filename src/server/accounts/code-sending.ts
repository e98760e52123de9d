import type { CodePurpose } from '../../contract/calls/auth.ts';
import type { CallOutput } from '../../contract/calls.ts';
import { verificationCodeLifeMs, verificationCodeResendMs } from '../../contract/limits.ts';
import type { Locale } from '../../contract/locales.ts';
import type { Caller, RequestFacts } from '../http/handler.ts';
import { Refusal } from '../refusal.ts';
import { codeMessage } from '../sender/code-message.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import type { Contact } from './contact.ts';
import { isKnownContact, isOwnContact } from './registration.ts';
import { issueCode } from './verification-codes.ts';

/** A wish for a code. */
export interface CodeWish {
  readonly contact: Contact;
  readonly purpose: CodePurpose;
  readonly language: Locale;
}

/**
 * Sends a code. Whether an account exists makes no difference to the answer: a code to reset the password of
 * nobody's account is made but not delivered.
 *
 * @throws Refusal `verificationTooOften` within a minute of the last one or past the limits, `enterAccount`
 *   for a security code to somebody else's contact
 * @throws Refusal 1001 (type 999) for a purpose that needs a session
 */
export async function sendCode(
  deps: AccountsDeps,
  wish: CodeWish,
  caller: Caller | null,
  facts: RequestFacts,
): Promise<CallOutput<'POST common/checkEmailSend'>> {
  const { contact, purpose, language } = wish;
  const needsSession = purpose === 'bind' || purpose === 'security';
  if (needsSession && caller === null) throw new Refusal('unauthorized');
  const channel = contact.by === 'email' ? 'email' : 'sms';
  const now = deps.clock();
  const issued = await deps.database.transaction(async (tx) => {
    if (purpose === 'security' && caller !== null && !(await isOwnContact(tx, caller.userId, contact))) {
      throw new Refusal('enterAccount');
    }
    const made = await issueCode(tx, deps.limits, contact, purpose, facts, now);
    const isKnown = await isKnownContact(tx, contact);
    if (isKnown || purpose !== 'reset-password') {
      const message = codeMessage(language, made.code, verificationCodeLifeMs);
      await deps.sender.write(tx, { channel, recipient: contact.value, expiresAt: made.expiresAt, ...message });
    }
    return made;
  });
  deps.sender.deliverSoon(channel);
  return {
    resendMs: verificationCodeResendMs,
    expiresAt: issued.expiresAt,
    practiceMessage: deps.mode === 'practice' ? { to: contact.value, code: issued.code } : null,
  };
}
