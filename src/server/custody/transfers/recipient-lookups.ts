import { hourMs } from '#protocol/core/durations.ts';
import {
  countAttempt,
  mayAttempt,
  uncountAttempt,
  type RateLimitKey,
} from '#server/accounts/rate-limits/rate-limit.ts';
import type { RateLimit } from '#server/accounts/rate-limits/rate-limit.ts';
import { recipientLookupsPerHour } from '#protocol/core/limits.ts';
import type { Database } from '#server/core/store/database.ts';
import type { RecipientKey } from './recipient.ts';

/** Limits of look-ups of different users. */
export interface LookupLimits {
  readonly ofUser: RateLimit;
  readonly ofAddress: RateLimit;
}

/** Number of users assumed behind one address. */
const usersPerAddress = 6;

/** @param addressFactor multiplies the limit per address, see `accountLimits` */
export function lookupLimits(addressFactor: number): LookupLimits {
  return {
    ofUser: { most: recipientLookupsPerHour, windowMs: hourMs },
    ofAddress: { most: recipientLookupsPerHour * usersPerAddress * addressFactor, windowMs: hourMs },
  };
}

/**
 * Whether a user may look up a recipient now. Different recipients are counted, so that accounts cannot be enumerated;
 * repeats are free, so confirming a name and paying count once. Counted in its own transaction, which commits
 * regardless of the result.
 */
export function mayLookFor(
  database: Database,
  limits: LookupLimits,
  user: bigint,
  address: string,
  key: RecipientKey,
  now: number,
): Promise<boolean> {
  const seen: RateLimitKey = { kind: 'recipient-seen', of: `${user} ${key === null ? '' : `${key.by} ${key.value}`}` };
  const ofUser: RateLimitKey = { kind: 'recipient-looks', of: user.toString() };
  const once: RateLimit = { most: 1, windowMs: hourMs };
  return database.transaction(async (tx) => {
    if (key !== null && !(await mayAttempt(tx, seen, once, now))) return true;
    // Locks the user's row, so that concurrent look-ups are serialised.
    const isWithin = await countAttempt(tx, ofUser, limits.ofUser, now);
    if (key !== null && !(await mayAttempt(tx, seen, once, now))) {
      await uncountAttempt(tx, ofUser);
      return true;
    }
    if (!isWithin) return false;
    if (!(await countAttempt(tx, { kind: 'recipient-looks-from', address }, limits.ofAddress, now))) return false;
    await countAttempt(tx, seen, once, now);
    return true;
  });
}
