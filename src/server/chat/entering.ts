import type { CallOutput, CheckedInput } from '../../contract/calls.ts';
import type { AttemptLimit } from '../accounts/account-limits.ts';
import { attemptWaitMs, countAttempt, returnAttempt } from '../accounts/attempts.ts';
import { isPassword } from '../accounts/password-hash.ts';
import type { Clock } from '../clock.ts';
import { Refusal } from '../refusal.ts';
import type { Database } from '../store/database.ts';
import { personOf, readCommunity } from './community.ts';
import { groupsOf, joinGroup, joinOpenGroups, standingOf } from './groups.ts';
import type { MemberCounts } from './member-counts.ts';

/** How many wrong passwords of the chat are looked at, of a person and of an address. */
export interface EnteringLimits {
  readonly ofPerson: AttemptLimit;
  readonly ofAddress: AttemptLimit;
}

/** Limits of tries: an address is taken for six people, times the configured factor. */
export function enteringLimits(addressFactor: number): EnteringLimits {
  const windowMs = 15 * 60_000;
  return { ofPerson: { most: 5, windowMs }, ofAddress: { most: 30 * addressFactor, windowMs } };
}

interface Ground {
  readonly database: Database;
  readonly clock: Clock;
  readonly limits: EnteringLimits;
  readonly counts: MemberCounts;
}

/**
 * Serves `POST checkChatPwd`: the rules of the community and its password, or the password of one group. Tries are
 * counted before a password is compared and given back when it was right.
 *
 * @throws Refusal `chatPasswordWrong`, `verificationTooOften`, `chatUpgrading`, `notFound`
 */
export async function enterChat(
  ground: Ground,
  userId: bigint,
  address: string,
  input: CheckedInput<'POST checkChatPwd'>,
): Promise<CallOutput<'POST checkChatPwd'>> {
  const { pool } = ground.database;
  const community = await readCommunity(pool);
  if (community.closed) throw new Refusal('chatUpgrading');
  const person = await personOf(pool, userId);
  // The house shows nobody in whom it showed out, and compares no password for them.
  if (person.banned) return { me: await standingOf(pool, userId), group: null };
  if (input.group !== undefined) return enterGroup(ground, userId, address, BigInt(input.group), input.password);

  if (community.passwordHash !== null && input.password !== undefined) {
    await needsPassword(ground, userId, address, input.password, community.passwordHash);
    await pool.query('UPDATE chat_people SET password_version = $2 WHERE user_id = $1', [
      userId,
      community.passwordVersion,
    ]);
  }
  if (input.rules !== undefined && input.rules >= community.rulesVersion) {
    await pool.query(
      `UPDATE chat_people SET rules_accepted = $2, accepted_at = CASE WHEN rules_accepted < $2 THEN $3 ELSE accepted_at END
        WHERE user_id = $1`,
      [userId, community.rulesVersion, ground.clock()],
    );
  }
  const me = await standingOf(pool, userId);
  if (me.admitted) await joinOpenGroups(pool, userId, ground.clock());
  return { me, group: null };
}

async function enterGroup(
  ground: Ground,
  userId: bigint,
  address: string,
  group: bigint,
  password: string | undefined,
): Promise<CallOutput<'POST checkChatPwd'>> {
  const { pool } = ground.database;
  const me = await standingOf(pool, userId);
  if (!me.admitted) throw new Refusal('notFound');
  const [found] = await groupsOf(pool, ground.counts, userId, group);
  if (found === undefined) throw new Refusal('notFound');
  if (!found.joined) {
    if (found.kind === 'password') {
      const { rows } = await pool.query<{ hash: string | null }>(
        'SELECT password_hash AS hash FROM chat_groups WHERE id = $1',
        [group],
      );
      await needsPassword(ground, userId, address, password ?? '', rows[0]?.hash ?? null);
    }
    await joinGroup(pool, userId, group, ground.clock());
  }
  return { me, group: (await groupsOf(pool, ground.counts, userId, group))[0] ?? null };
}

async function needsPassword(
  { database, clock, limits }: Ground,
  userId: bigint,
  address: string,
  given: string,
  kept: string | null,
): Promise<void> {
  const ofPerson = { kind: 'chat-password', of: userId.toString() };
  const ofAddress = { kind: 'chat-password-address', of: address };
  const now = clock();
  const waitMs = await database.transaction(async (tx) => {
    // In this order everywhere, so that two tries never wait for each other.
    const isWithin = await countAttempt(tx, ofPerson, limits.ofPerson, now);
    const isWithinAddress = await countAttempt(tx, ofAddress, limits.ofAddress, now);
    if (isWithin && isWithinAddress) return null;
    return attemptWaitMs(tx, isWithin ? ofAddress : ofPerson, now);
  });
  if (waitMs !== null) throw new Refusal('verificationTooOften', { waitMs });
  if (!(await isPassword(given, kept))) throw new Refusal('chatPasswordWrong');
  await database.transaction(async (tx) => {
    // Only this one: who knows one password of the chat has not shown that they know the next.
    await returnAttempt(tx, ofPerson);
    await returnAttempt(tx, ofAddress);
  });
}
