import { minuteMs } from '#protocol/core/durations.ts';
import type { CallOutput, CheckedInput } from '#protocol/calls.ts';
import type { RateLimit } from '../rate-limits/rate-limit.ts';
import { rateLimitWaitMs, countAttempt, uncountAttempt } from '../rate-limits/rate-limit.ts';
import { isPassword } from '../account/passwords/password-hash.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Database } from '#server/core/store/database.ts';
import { userOf, readCommunity } from './community.ts';
import { groupsOf, joinGroup, joinOpenGroups, standingOf } from './groups.ts';
import type { MemberCounts } from './member-counts.ts';

/** Limits of wrong chat passwords, per user and per address. */
export interface EnteringLimits {
  readonly ofUser: RateLimit;
  readonly ofAddress: RateLimit;
}

/** Limits of attempts: an address counts as six users, times the configured factor. */
export function enteringLimits(addressFactor: number): EnteringLimits {
  const windowMs = 15 * minuteMs;
  return { ofUser: { most: 5, windowMs }, ofAddress: { most: 30 * addressFactor, windowMs } };
}

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly limits: EnteringLimits;
  readonly counts: MemberCounts;
}

/**
 * Serves `POST checkChatPwd`: the rules of the community and its password, or the password of one group. Attempts are
 * counted before a password is compared and uncounted when it was correct.
 *
 * @throws Refusal `chatPasswordWrong`, `verificationTooOften`, `chatUpgrading`, `notFound`
 */
export async function enterChat(
  deps: Deps,
  userId: bigint,
  address: string,
  input: CheckedInput<'POST checkChatPwd'>,
): Promise<CallOutput<'POST checkChatPwd'>> {
  const { pool } = deps.database;
  const community = await readCommunity(pool);
  if (community.closed) throw new Refusal('chatUpgrading');
  const user = await userOf(pool, userId);
  // Removed users cannot join again, and no password is compared for them.
  if (user.banned) return { me: await standingOf(pool, userId), group: null };
  if (input.group !== undefined) return enterGroup(deps, userId, address, BigInt(input.group), input.password);

  if (community.passwordHash !== null && input.password !== undefined) {
    await needsPassword(deps, userId, address, input.password, community.passwordHash);
    await pool.query('UPDATE chat_people SET password_version = $2 WHERE user_id = $1', [
      userId,
      community.passwordVersion,
    ]);
  }
  if (input.rules !== undefined && input.rules >= community.rulesVersion) {
    await pool.query(
      `UPDATE chat_people SET rules_accepted = $2, accepted_at = CASE WHEN rules_accepted < $2 THEN $3 ELSE accepted_at END
        WHERE user_id = $1`,
      [userId, community.rulesVersion, deps.clock()],
    );
  }
  const me = await standingOf(pool, userId);
  if (me.admitted) await joinOpenGroups(pool, userId, deps.clock());
  return { me, group: null };
}

async function enterGroup(
  deps: Deps,
  userId: bigint,
  address: string,
  group: bigint,
  password: string | undefined,
): Promise<CallOutput<'POST checkChatPwd'>> {
  const { pool } = deps.database;
  const me = await standingOf(pool, userId);
  if (!me.admitted) throw new Refusal('notFound');
  const [found] = await groupsOf(pool, deps.counts, userId, group);
  if (found === undefined) throw new Refusal('notFound');
  if (!found.joined) {
    if (found.kind === 'password') {
      const { rows } = await pool.query<{ hash: string | null }>(
        'SELECT password_hash AS hash FROM chat_groups WHERE id = $1',
        [group],
      );
      await needsPassword(deps, userId, address, password ?? '', rows[0]?.hash ?? null);
    }
    await joinGroup(pool, userId, group, deps.clock());
  }
  return { me, group: (await groupsOf(pool, deps.counts, userId, group))[0] ?? null };
}

async function needsPassword(
  { database, clock, limits }: Deps,
  userId: bigint,
  address: string,
  given: string,
  kept: string | null,
): Promise<void> {
  const ofUser = { kind: 'chat-password', of: userId.toString() };
  const ofAddress = { kind: 'chat-password-address', address };
  const now = clock();
  const waitMs = await database.transaction(async (tx) => {
    // In this order everywhere, so that two attempts never deadlock.
    const isWithin = await countAttempt(tx, ofUser, limits.ofUser, now);
    const isWithinAddress = await countAttempt(tx, ofAddress, limits.ofAddress, now);
    if (isWithin && isWithinAddress) return null;
    return rateLimitWaitMs(tx, isWithin ? ofAddress : ofUser, now);
  });
  if (waitMs !== null) throw new Refusal('verificationTooOften', { waitMs });
  if (!(await isPassword(given, kept))) throw new Refusal('chatPasswordWrong');
  await database.transaction(async (tx) => {
    // Only this counter: knowing one password of the chat does not prove knowing another.
    await uncountAttempt(tx, ofUser);
    await uncountAttempt(tx, ofAddress);
  });
}
