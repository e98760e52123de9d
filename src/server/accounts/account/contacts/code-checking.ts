import type { CodePurpose } from '#protocol/accounts/calls/codes.ts';
import type { Caller, RequestFacts } from '#server/core/handler.ts';
import type { Transaction } from '#server/core/store/database.ts';
import type { AccountDeps } from '../deps.ts';
import type { Contact } from './contact.ts';
import { clearLockout, lockoutPoolOfSession, lockoutPoolOfVisitor } from '#server/accounts/rate-limits/lockout.ts';
import { byContact } from '../login.ts';
import { users } from '../tables.ts';
import { type CodeCheck, giveTicket, useCode } from './verification-codes.ts';

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
export async function checkCode(
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
