import { dayMs } from '#protocol/core/durations.ts';
import type { Queryable } from '#server/core/store/database.ts';
import { readFigures } from '../merchants/figure-rows.ts';
import type { AdvertRow } from './advert-row.ts';

/** What a taker brings to the conditions of adverts. */
export interface TakerStanding {
  /** Since when the user is verified; null while not. */
  readonly verifiedAt: number | null;
  /** P2P orders completed within 30 days. */
  readonly finished: number;
}

/** A condition of an advert that a taker does not meet, with what it asks. */
export type UnmetCondition =
  | { readonly why: 'not-verified' }
  | { readonly why: 'verified-days'; readonly verifiedDays: number }
  | { readonly why: 'finished-orders'; readonly finishedOrders: number };

/** The standing of a user as adverts ask for it. */
export async function standingOf(client: Queryable, user: bigint, now: number): Promise<TakerStanding> {
  // One after the other: a transaction has a single connection.
  const { rows } = await client.query<{ at: string | null }>(
    `SELECT decided_at AS at FROM verifications WHERE owner = $1 AND state = 'verified'`,
    [user],
  );
  const figures = await readFigures(client, [user], now);
  const [verified] = rows;
  return {
    verifiedAt: verified === undefined ? null : Number(verified.at ?? 0),
    finished: figures(user).finished,
  };
}

type Conditions = Pick<AdvertRow, 'verifiedDays' | 'finishedOrders'>;

/** The first condition of an advert that a taker does not meet; null when all are met. */
export function unmetCondition(
  { verifiedDays, finishedOrders }: Conditions,
  { verifiedAt, finished }: TakerStanding,
  now: number,
): UnmetCondition | null {
  if (verifiedAt === null) return { why: 'not-verified' };
  if (verifiedDays > 0 && verifiedAt > now - verifiedDays * dayMs) return { why: 'verified-days', verifiedDays };
  return finished < finishedOrders ? { why: 'finished-orders', finishedOrders } : null;
}

/** Whether a taker meets what an advert asks of the other side. */
export function meetsConditions(conditions: Conditions, standing: TakerStanding, now: number): boolean {
  return unmetCondition(conditions, standing, now) === null;
}
