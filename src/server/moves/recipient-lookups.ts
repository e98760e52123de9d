import { countAttempt, mayAttempt, returnAttempt, type AttemptKey } from '../accounts/attempts.ts';
import type { AttemptLimit } from '../accounts/account-limits.ts';
import { recipientLookupsPerHour } from '../../contract/limits.ts';
import type { Database } from '../store/database.ts';
import type { RecipientKey } from './recipient.ts';

/** How many different people somebody may look for. */
export interface LookupLimits {
  readonly ofPerson: AttemptLimit;
  readonly ofAddress: AttemptLimit;
}

const hourMs = 3_600_000;
/** How many people an address is taken for. */
const peoplePerAddress = 6;

/** @param addressFactor multiplies what one address may do, see `accountLimits` */
export function lookupLimits(addressFactor: number): LookupLimits {
  return {
    ofPerson: { most: recipientLookupsPerHour, windowMs: hourMs },
    ofAddress: { most: recipientLookupsPerHour * peoplePerAddress * addressFactor, windowMs: hourMs },
  };
}

/**
 * Whether a person may look for somebody now. Different people are counted, so that accounts cannot be enumerated,
 * and asking for the same one again is free: confirming a name and paying are one look. Counted in a transaction of
 * its own, which commits whatever comes of the look.
 */
export function mayLookFor(
  database: Database,
  limits: LookupLimits,
  person: bigint,
  address: string,
  key: RecipientKey,
  now: number,
): Promise<boolean> {
  const seen: AttemptKey = { kind: 'recipient-seen', of: `${person} ${key === null ? '' : `${key.by} ${key.value}`}` };
  const ofPerson: AttemptKey = { kind: 'recipient-looks', of: person.toString() };
  const once: AttemptLimit = { most: 1, windowMs: hourMs };
  return database.transaction(async (tx) => {
    if (key !== null && !(await mayAttempt(tx, seen, once, now))) return true;
    // Holds the person's row: looks sent at once are decided one after the other.
    const isWithin = await countAttempt(tx, ofPerson, limits.ofPerson, now);
    if (key !== null && !(await mayAttempt(tx, seen, once, now))) {
      await returnAttempt(tx, ofPerson);
      return true;
    }
    if (!isWithin) return false;
    if (!(await countAttempt(tx, { kind: 'recipient-looks-from', of: address }, limits.ofAddress, now))) return false;
    await countAttempt(tx, seen, once, now);
    return true;
  });
}
