import { hourMs } from '../../../protocol/durations.ts';
import { countAttempt, mayAttempt, returnAttempt, type AttemptKey } from '../../users/attempts/attempts.ts';
import type { AttemptLimit } from '../../users/attempts/attempts.ts';
import { recipientLookupsPerHour } from '../../../protocol/limits.ts';
import type { Database } from '../../core/store/database.ts';
import type { RecipientKey } from './recipient.ts';

/** How many different users somebody may look for. */
export interface LookupLimits {
  readonly ofUser: AttemptLimit;
  readonly ofAddress: AttemptLimit;
}

/** How many users an address is taken for. */
const usersPerAddress = 6;

/** @param addressFactor multiplies what one address may do, see `accountLimits` */
export function lookupLimits(addressFactor: number): LookupLimits {
  return {
    ofUser: { most: recipientLookupsPerHour, windowMs: hourMs },
    ofAddress: { most: recipientLookupsPerHour * usersPerAddress * addressFactor, windowMs: hourMs },
  };
}

/**
 * Whether a user may look for somebody now. Different users are counted, so that accounts cannot be enumerated,
 * and asking for the same one again is free: confirming a name and paying are one look. Counted in a transaction of
 * its own, which commits whatever comes of the look.
 */
export function mayLookFor(
  database: Database,
  limits: LookupLimits,
  user: bigint,
  address: string,
  key: RecipientKey,
  now: number,
): Promise<boolean> {
  const seen: AttemptKey = { kind: 'recipient-seen', of: `${user} ${key === null ? '' : `${key.by} ${key.value}`}` };
  const ofUser: AttemptKey = { kind: 'recipient-looks', of: user.toString() };
  const once: AttemptLimit = { most: 1, windowMs: hourMs };
  return database.transaction(async (tx) => {
    if (key !== null && !(await mayAttempt(tx, seen, once, now))) return true;
    // Holds the user's row: looks sent at once are decided one after the other.
    const isWithin = await countAttempt(tx, ofUser, limits.ofUser, now);
    if (key !== null && !(await mayAttempt(tx, seen, once, now))) {
      await returnAttempt(tx, ofUser);
      return true;
    }
    if (!isWithin) return false;
    if (!(await countAttempt(tx, { kind: 'recipient-looks-from', of: address }, limits.ofAddress, now))) return false;
    await countAttempt(tx, seen, once, now);
    return true;
  });
}
