import { dayMs } from '../../../protocol/durations.ts';
import type { Queryable } from '../../core/store/database.ts';
import { readFigures } from '../merchants/store.ts';
import type { AdvertRow } from './advert-row.ts';

/** What a taker brings to the conditions of adverts. */
export interface TakerStanding {
  /** Since when the user is verified; null while not. */
  readonly verifiedAt: number | null;
  /** Fiat orders completed within 30 days. */
  readonly finished: number;
}

/** The standing of a user as adverts ask for it. */
export async function standingOf(client: Queryable, user: bigint, now: number): Promise<TakerStanding> {
  const [{ rows }, figures] = await Promise.all([
    client.query<{ at: string | null }>(
      `SELECT decided_at AS at FROM verifications WHERE owner = $1 AND state = 'verified'`,
      [user],
    ),
    readFigures(client, [user], now),
  ]);
  const [verified] = rows;
  return {
    verifiedAt: verified === undefined ? null : Number(verified.at ?? 0),
    finished: figures(user).finished,
  };
}

/** Whether a taker meets what an advert asks of the other side. */
export function meetsConditions(
  { verifiedDays, finishedOrders }: Pick<AdvertRow, 'verifiedDays' | 'finishedOrders'>,
  { verifiedAt, finished }: TakerStanding,
  now: number,
): boolean {
  if (verifiedAt === null || finished < finishedOrders) return false;
  return verifiedDays === 0 || verifiedAt <= now - verifiedDays * dayMs;
}
