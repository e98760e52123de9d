import { eq } from 'drizzle-orm';
import type { CodePurpose } from '../../../../protocol/calls/auth/codes.ts';
import type { AccountName } from '../../../../protocol/entities/account-name.ts';
import type { Caller } from '../../../core/handler.ts';
import { Refusal } from '../../../core/failures/refusal.ts';
import type { AccountsDeps } from '../deps.ts';
import { type Contact, contactOf, hasCallingCode, isEmptyAccount } from './contact.ts';
import { users } from '../tables.ts';

/**
 * The contact that a request about a code means. A code of purpose `security` goes to a contact of the user's own,
 * and the page knows only its mask: an account without text means the one of that kind that is bound.
 *
 * @throws Refusal `chooseArea` for a country without a calling code; `enterAccount` for what no account can have, and
 *   for `security` for what is not the user's own; 1001 (type 999) for a purpose that needs a session
 */
export async function namedContact(
  deps: Pick<AccountsDeps, 'database'>,
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
  { database }: Pick<AccountsDeps, 'database'>,
  account: AccountName,
  userId: bigint,
): Promise<Contact> {
  const [user] = await database.drizzle.select().from(users).where(eq(users.id, userId));
  const value = user?.[account.by] ?? null;
  const isMeant = isEmptyAccount(account) || contactOf(account)?.value === value;
  if (value === null || !isMeant) throw new Refusal('enterAccount');
  return { by: account.by, value };
}
