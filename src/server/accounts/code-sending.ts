import type { CodePurpose } from '../../contract/calls/auth.ts';
import type { CallOutput } from '../../contract/calls.ts';
import { verificationCodeLifeMs, verificationCodeResendMs } from '../../contract/limits.ts';
import type { Locale } from '../../contract/locales.ts';
import type { RequestFacts } from '../http/handler.ts';
import { codeMessage } from '../sender/code-message.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { type Contact, maskEmail, maskPhone } from './contact.ts';
import { isKnownContact } from './registration.ts';
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
 * @param wish a contact that `namedContact` allowed for the purpose
 * @throws Refusal `verificationTooOften` within a minute of the last one or past the limits
 */
export async function sendCode(
  deps: AccountsDeps,
  wish: CodeWish,
  facts: RequestFacts,
): Promise<CallOutput<'POST common/checkEmailSend'>> {
  const { contact, purpose, language } = wish;
  const channel = contact.by === 'email' ? 'email' : 'sms';
  const now = deps.clock();
  const issued = await deps.database.transaction(async (tx) => {
    const made = await issueCode(tx, deps.limits, contact, purpose, facts, now);
    const isKnown = await isKnownContact(tx, contact);
    if (isKnown || purpose !== 'reset-password') {
      const message = codeMessage(language, made.code, verificationCodeLifeMs);
      await deps.sender.write(tx, { channel, recipient: contact.value, expiresAt: made.expiresAt, ...message });
    }
    return made;
  });
  deps.sender.deliverSoon(channel);
  const isShown = deps.mode === 'practice' && !deps.sender.delivers(channel) && mayShow(purpose, facts);
  return {
    resendMs: verificationCodeResendMs,
    expiresAt: issued.expiresAt,
    practiceMessage: isShown ? { to: recipientWords(wish), code: issued.code } : null,
  };
}

/**
 * Who sees a code in place of a message. Codes to bind and for security are asked for by a signed-in owner, and a
 * code to register opens nothing that exists. But a code to reset a password opens somebody's account: only who sits
 * at the machine of the exchange is shown it, and they can read the outbox anyway.
 */
function mayShow(purpose: CodePurpose, { address }: RequestFacts): boolean {
  return purpose !== 'reset-password' || isLoopback(address);
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address);
}

/** A contact that the person did not type is told as masked as everywhere else. */
function recipientWords({ contact, purpose }: CodeWish): string {
  if (purpose !== 'security') return contact.value;
  return contact.by === 'email' ? maskEmail(contact.value) : maskPhone(contact.value);
}
