import { eq } from 'drizzle-orm';
import type { CodePurpose } from '#protocol/accounts/calls/codes.ts';
import type { AccountName } from '#protocol/accounts/entities/account-name.ts';
import type { Caller } from '#server/core/handler.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { AccountDeps } from '../deps.ts';
import { type Contact, contactOf, hasCallingCode, isEmptyAccount } from './contact.ts';
import { users } from '../tables.ts';

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
