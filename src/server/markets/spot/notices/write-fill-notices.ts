import type { Ms, OrderId, OwnerId, Units } from '../../../../protocol/brand.ts';
import { minuteMs } from '../../../../protocol/durations.ts';
import { fromUnits } from '../../../../protocol/maths/decimal.ts';
import { assetScale } from '../../../core/assets.ts';
import { numbersLiteral } from '../../../core/store/array-literals.ts';
import type { Database, Queryable } from '../../../core/store/database.ts';
import { type NewNotice, writeNotices } from '../../../users/notices/write-notice.ts';
import type { Side } from '../../engine/book.ts';
import { pairOf } from '../../pairs.ts';
import { averagePrice } from '../average-price.ts';

/** Orders of one transaction, and minutes of users that end in one. */
const takenAtOnce = 1_000;
/** Orders of a user in a minute with a notice of their own; the others are summed up at its end. */
const ownPerMinute = 5;

/** A filled order whose owner is to be notified; prices and totals in quote units, quantities in base units. */
interface DueFill {
  readonly at: Ms;
  readonly id: OrderId;
  readonly owner: OwnerId;
  readonly pair: string;
  readonly side: Side;
  readonly filled: Units;
  readonly filledTotal: Units;
}

/** A user's minute, which begins with a filled order. */
interface Minute {
  readonly owner: OwnerId;
  readonly endsAt: Ms;
  /** Orders that had a notice of their own, and those that are to be summed up. */
  own: number;
  summed: number;
}

/**
 * Notifies owners of resting orders that were filled. Each row that a batch of orders left becomes a notice, or counts in
 * a summary, and is removed in the same transaction: once, also across a restart or a change of engines. Beyond a few
 * orders a minute a user gets one summary instead, so hundreds of fills make no more notices than six. Trading never
 * waits for it.
 */
export async function writeFillNotices(
  database: Pick<Database, 'transaction'>,
  at: Ms,
  isClosed: () => boolean = () => false,
): Promise<void> {
  let isMore = true;
  while (isMore && !isClosed()) {
    isMore = await database.transaction(async (tx) => {
      const ended = await endMinutes(tx.client, at);
      // A minute that has ended is not counted in any more.
      const due = ended.length < takenAtOnce ? await takeDue(tx.client) : [];
      const own = await countIn(tx.client, due, at);
      await writeNotices(tx, [...ended.filter(({ summed }) => summed > 0).map((one) => sumOf(one, at)), ...own]);
      return ended.length === takenAtOnce || due.length === takenAtOnce;
    });
  }
}

async function endMinutes(client: Queryable, at: Ms): Promise<Minute[]> {
  const { rows } = await client.query<MinuteRow>({
    name: 'spot-end-fill-minutes',
    text: `DELETE FROM spot_fill_minutes WHERE owner IN (
             SELECT owner FROM spot_fill_minutes WHERE ends_at <= $1 ORDER BY ends_at LIMIT $2)
           RETURNING owner, ends_at, own, summed`,
    values: [at, takenAtOnce],
  });
  return rows.map(toMinute);
}

/** Takes the oldest filled orders. */
async function takeDue(client: Queryable): Promise<DueFill[]> {
  const { rows } = await client.query<Readonly<Record<string, string>>>({
    name: 'spot-take-fills-due',
    text: `DELETE FROM spot_fills_due WHERE (at, id) IN (
             SELECT at, id FROM spot_fills_due ORDER BY at, id LIMIT $1 FOR UPDATE SKIP LOCKED)
           RETURNING at, id, owner, pair, side, filled, filled_total AS "filledTotal"`,
    values: [takenAtOnce],
  });
  return rows
    .map((row) => ({
      at: Number(row['at']),
      id: Number(row['id']),
      owner: BigInt(row['owner'] ?? ''),
      pair: row['pair'] ?? '',
      side: row['side'] as Side,
      filled: BigInt(row['filled'] ?? ''),
      filledTotal: BigInt(row['filledTotal'] ?? ''),
    }))
    .toSorted((a, b) => a.at - b.at || a.id - b.id);
}

/** Counts filled orders in the minutes of their owners. @returns notices of those that have one of their own */
async function countIn(client: Queryable, due: readonly DueFill[], at: Ms): Promise<NewNotice[]> {
  if (due.length === 0) return [];
  const owners = [...new Set(due.map(({ owner }) => owner))];
  const minutes = await minutesOf(client, owners);
  const written: NewNotice[] = [];
  for (const fill of due) {
    const minute = minutes.get(fill.owner) ?? { owner: fill.owner, endsAt: at + minuteMs, own: 0, summed: 0 };
    minutes.set(fill.owner, minute);
    if (minute.own < ownPerMinute) {
      minute.own += 1;
      written.push(noticeOf(fill));
    } else {
      minute.summed += 1;
    }
  }
  await storeMinutes(client, [...minutes.values()]);
  return written;
}

async function minutesOf(client: Queryable, owners: readonly OwnerId[]): Promise<Map<OwnerId, Minute>> {
  const { rows } = await client.query<MinuteRow>({
    name: 'spot-fill-minutes',
    text: 'SELECT owner, ends_at, own, summed FROM spot_fill_minutes WHERE owner = ANY($1::bigint[])',
    values: [numbersLiteral(owners)],
  });
  return new Map(rows.map(toMinute).map((minute) => [minute.owner, minute]));
}

async function storeMinutes(client: Queryable, minutes: readonly Minute[]): Promise<void> {
  await client.query({
    name: 'spot-count-fills',
    text: `INSERT INTO spot_fill_minutes (owner, ends_at, own, summed)
           SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::int[], $4::int[])
           ON CONFLICT (owner) DO UPDATE SET own = excluded.own, summed = excluded.summed`,
    values: [
      numbersLiteral(minutes.map(({ owner }) => owner)),
      numbersLiteral(minutes.map(({ endsAt }) => endsAt)),
      numbersLiteral(minutes.map(({ own }) => own)),
      numbersLiteral(minutes.map(({ summed }) => summed)),
    ],
  });
}

interface MinuteRow {
  readonly owner: string;
  readonly ends_at: string;
  readonly own: number;
  readonly summed: number;
}

function toMinute({ owner, ends_at: endsAt, own, summed }: MinuteRow): Minute {
  return { owner: BigInt(owner), endsAt: Number(endsAt), own, summed };
}

function noticeOf({ owner, pair, side, filled, filledTotal, at }: DueFill): NewNotice {
  const { base, quote } = pairOf(pair);
  return {
    owner,
    kind: 'trading',
    articleKey: `notice/order-filled-${side}`,
    facts: {
      pair: `${base}/${quote}`,
      asset: base,
      amount: fromUnits(filled, assetScale(base)),
      price: averagePrice({ pair, filled, filledTotal }) ?? '0',
      total: fromUnits(filledTotal, assetScale(quote)),
    },
    at,
  };
}

function sumOf({ owner, summed }: Minute, at: Ms): NewNotice {
  return { owner, kind: 'trading', articleKey: 'notice/orders-filled', facts: { orders: String(summed) }, at };
}
