import { and, eq } from 'drizzle-orm';
import type { BindingRequest, ProofWay } from '#protocol/accounts/entities/binding.ts';
import { freshProofMs } from '#protocol/core/limits.ts';
import type { Caller, PageFacts } from '#server/core/handler.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Database, Transaction } from '#server/core/store/database.ts';
import type { AccountDeps } from './deps.ts';
import { comparePassword, type RateLimitedPassword } from './passwords/rate-limited-password.ts';
import type { Passkeys } from './passkeys/passkeys.ts';
import { lockUser, loginPasswordOf, takeOwnTicket, type UserRow } from './passwords/password-proof.ts';
import { relyingParty } from './passkeys/relying-party.ts';
import type { ProofKind } from './sessions.ts';
import { passkeys, sessions, users } from './tables.ts';
import { transactionPasswordOf } from './passwords/transaction-password.ts';

/** The kind of proof a session can give. */
export type GivenProof = Extract<BindingRequest, { kind: 'proof' }>['proof'];

type Reader = Pick<Database | Transaction, 'drizzle'>;
type ProvenContext = PageFacts & { readonly caller: Caller };

/** How the user can prove to be the owner: none for an account with only a session. */
async function waysOf({ drizzle }: Reader, user: UserRow, { origin }: PageFacts): Promise<ProofWay[]> {
  const party = origin === null ? null : relyingParty(origin);
  const own = await drizzle
    .select({ relyingParty: passkeys.relyingParty })
    .from(passkeys)
    .where(and(eq(passkeys.owner, user.id), eq(passkeys.confirmed, true)));
  const ways: ProofWay[] = [];
  if (user.passwordHash !== null) ways.push('password');
  if (own.some((passkey) => passkey.relyingParty === party)) ways.push('passkey');
  if (user.email !== null) ways.push('email');
  if (user.phone !== null) ways.push('phone');
  if (ways.length === 0 && user.transactionPasswordHash !== null) ways.push('transaction-password');
  return ways;
}

/** The available kinds of proof; null while the session has a fresh one, or the account has none. */
export async function missingProof(
  { database, clock }: Pick<AccountDeps, 'database' | 'clock'>,
  context: ProvenContext,
): Promise<ProofWay[] | null> {
  const { userId, sessionId } = context.caller;
  const [session] = await database.drizzle
    .select({ provenAt: sessions.provenAt })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)));
  // A session that has just ended has no proof.
  const provenAt = session?.provenAt ?? null;
  if (provenAt !== null && provenAt + freshProofMs > clock()) return null;
  const [user] = await database.drizzle.select().from(users).where(eq(users.id, userId));
  if (user === undefined) throw new Error('a session without its user');
  const ways = await waysOf(database, user, context);
  return ways.length === 0 ? null : ways;
}

/**
 * Allows changes to account security only within minutes of a proof by the owner: a hijacked session has no such proof.
 *
 * @throws Refusal `verificationExpired` with `prove`: the ways to prove it, between commas
 */
export async function requireFreshProof(
  deps: Pick<AccountDeps, 'database' | 'clock'>,
  context: ProvenContext,
): Promise<void> {
  const ways = await missingProof(deps, context);
  if (ways !== null) throw new Refusal('verificationExpired', { prove: ways.join(',') });
}

/**
 * Checks a proof of the caller and stores it with the session.
 *
 * @throws Refusal `loginPasswordWrong`, `transactionPasswordWrong`, `verificationTooOften` with `waitMs`;
 *   `verificationExpired` for a ticket or an answer that is no longer valid, and for a kind the account does not have;
 *   `accountOrPasswordWrong` for a passkey that is not theirs, or not confirmed
 */
export async function giveProof(
  deps: AccountDeps,
  own: Pick<Passkeys, 'prove'>,
  proof: GivenProof,
  context: ProvenContext,
): Promise<void> {
  const { caller } = context;
  if (proof.by === 'passkey') {
    const passkey = await own.prove(caller.userId, proof.answer, context);
    if (!passkey.confirmed) throw new Refusal('operationFailed');
    await deps.database.transaction((tx) => storeProof(deps, tx, caller, 'passkey'));
    return;
  }
  if (proof.by === 'code') {
    await deps.database.transaction(async (tx) => {
      await takeOwnTicket(tx, await lockUser(tx, caller.userId), proof.ticket, deps.clock());
      await storeProof(deps, tx, caller, 'code');
    });
    return;
  }
  await giveByPassword(deps, proof, context);
}

async function giveByPassword(
  deps: AccountDeps,
  { by, password }: Exclude<GivenProof, { by: 'passkey' | 'code' }>,
  context: ProvenContext,
): Promise<void> {
  const { caller } = context;
  const which: RateLimitedPassword = by === 'password' ? loginPasswordOf(deps) : transactionPasswordOf(deps.limits);
  const compared = await comparePassword(deps, which, caller.userId, password, context);
  const verdict = await deps.database.transaction(async (tx) => {
    const decided = await compared.decide(tx, deps.clock());
    if (decided !== 'right') return decided;
    const ways = await waysOf(tx, await lockUser(tx, caller.userId), context);
    if (!ways.includes(by)) return 'none';
    await storeProof(deps, tx, caller, by);
    return decided;
  });
  if (typeof verdict !== 'string') throw new Refusal('verificationTooOften', verdict);
  if (verdict === 'none') throw new Refusal('verificationExpired');
  if (verdict === 'wrong') throw new Refusal(by === 'password' ? 'loginPasswordWrong' : 'transactionPasswordWrong');
}

async function storeProof(deps: AccountDeps, tx: Transaction, caller: Caller, by: ProofKind): Promise<void> {
  await tx.drizzle
    .update(sessions)
    .set({ provenAt: deps.clock(), provenBy: by })
    .where(and(eq(sessions.id, caller.sessionId), eq(sessions.userId, caller.userId)));
}
