import type { Lots, Ms, OwnerId, Ticks, Units } from '#protocol/core/brand.ts';
import { fromUnits, fromUnitsFixed, multiplyDecimals, unitsPerOne } from '#protocol/core/decimal.ts';
import type { PositionSide } from '#protocol/contracts/maths/positions.ts';
import { priceOfTicks } from '#protocol/core/ticks.ts';
import { assetScale } from '#server/core/assets.ts';
import type { Database, Queryable, Transaction } from '#server/core/store/database.ts';
import { type NewNotice, writeNotices } from '#server/accounts/notices/write-notice.ts';
import { type ListedContract, settlingAsset } from '../listed-contracts.ts';
import { count, type Row, ticksOrNone, units } from '../rows/stored-rows.ts';
import type { ContractNoticeKind, DueNotice } from './due-notices.ts';

/** Notices of one transaction. */
const writtenAtOnce = 200;
/** Notices to one user in a transaction with a text of their own; the others are summed up in one. */
const ownAtOnce = 5;
const moneyPlaces = 2;
/** Places that lots are shown with as base coins. */
const basePlaces = 8;

const articleKeys: Readonly<Record<ContractNoticeKind, string>> = {
  forced: 'notice/position-liquidated',
  'stop-loss': 'notice/stop-loss-executed',
  'take-profit': 'notice/take-profit-executed',
  deleveraged: 'notice/position-deleveraged',
  'margin-warning': 'notice/margin-warning',
};

/**
 * Turns what is due into notices: each row becomes one, or part of a summary, and is removed in the same transaction, so
 * that it is written exactly once, also across a restart. Trading never waits for it.
 *
 * @param listed contracts by id; a row of one that is no longer listed is dropped
 */
export async function writeContractNotices(
  database: Pick<Database, 'transaction'>,
  listed: ReadonlyMap<string, ListedContract>,
  at: Ms,
  isClosed: () => boolean = () => false,
): Promise<void> {
  let taken = writtenAtOnce;
  while (taken === writtenAtOnce && !isClosed()) {
    taken = await database.transaction(async (tx) => {
      const due = await takeDue(tx, at);
      await writeNotices(tx, noticesOf(await summedUp(tx.client, due), listed));
      return due.length;
    });
  }
}

async function takeDue({ client }: Transaction, at: Ms): Promise<DueNotice[]> {
  const { rows } = await client.query<Row>({
    name: 'contracts-take-notices-due',
    text: `DELETE FROM contract_notices_due WHERE (position, kind) IN (
             SELECT position, kind FROM contract_notices_due WHERE due_at <= $1 ORDER BY due_at, position LIMIT $2
                FOR UPDATE SKIP LOCKED)
           RETURNING *`,
    values: [at, writtenAtOnce],
  });
  return rows.map(toDue);
}

function toDue(row: Row): DueNotice {
  return {
    position: count(row['position']),
    kind: row['kind'] as ContractNoticeKind,
    owner: units(row['owner']),
    contract: String(row['contract']),
    side: row['side'] as PositionSide,
    markTicks: ticksOrNone(row['mark_ticks']),
    liquidationTicks: ticksOrNone(row['liquidation_ticks']),
    at: count(row['at']),
    dueAt: count(row['due_at']),
  };
}

/** What is due with the sums of its closings. */
interface SummedNotice extends DueNotice {
  readonly lots: Lots;
  /** Their average price; null for a warning. */
  readonly priceTicks: Ticks | null;
  /** Their result after all fees. */
  readonly net: Units;
  /** Lots that are still open. */
  readonly leftLots: Lots;
}

/**
 * Sums up the closings of what was taken. Whoever closes more waits for this transaction, which holds the rows, and is notified
 * of by the next one. A warning of what has been closed meanwhile is dropped.
 */
async function summedUp(client: Queryable, due: readonly DueNotice[]): Promise<SummedNotice[]> {
  const { rows } = await client.query<Row>({
    name: 'contracts-sum-notices-due',
    text: `SELECT position.lots AS left_lots, closed.*
             FROM unnest($1::bigint[], $2::text[], $3::bigint[]) WITH ORDINALITY AS due (position, kind, at, nth)
             JOIN contract_positions AS position ON position.id = due.position
            CROSS JOIN LATERAL (
              SELECT sum(lots) AS lots, div(sum(price_ticks::numeric * lots), sum(lots)) AS price_ticks,
                     sum(profit - fee - open_fee - overnight_fee - insurance) AS net, max(closing.at) AS last_at
                FROM contract_closings AS closing
               WHERE closing.position = due.position AND reason = due.kind AND closing.at >= due.at) AS closed
            ORDER BY nth`,
    values: [due.map(({ position }) => position), due.map(({ kind }) => kind), due.map(({ at }) => at)],
  });
  if (rows.length !== due.length) throw new Error('a notice is due of a position that is not there');
  const summed = due.map((one, nth): SummedNotice => {
    const { left_lots: left, lots, price_ticks: ticks, net, last_at: lastAt } = rows[nth] ?? {};
    const sums = { lots: count(lots), priceTicks: ticksOrNone(ticks), net: units(net), leftLots: count(left) };
    return { ...one, ...sums, at: ticksOrNone(lastAt) ?? one.at };
  });
  return summed
    .filter(({ kind, leftLots }) => kind !== 'margin-warning' || leftLots > 0)
    .toSorted((a, b) => a.at - b.at || a.position - b.position);
}

/** The notices of what is due: a few per user with their own text, one for all others of that user. */
function noticesOf(due: readonly SummedNotice[], listed: ReadonlyMap<string, ListedContract>): NewNotice[] {
  const written: NewNotice[] = [];
  const owners = Map.groupBy(due, ({ owner }) => owner);
  for (const [owner, all] of owners) {
    // One summary in place of one notice would say less.
    const own = all.length <= ownAtOnce + 1 ? all : all.slice(0, ownAtOnce);
    for (const one of own) {
      const contract = listed.get(one.contract);
      if (contract !== undefined) written.push(noticeOf(contract, one));
    }
    if (own.length < all.length) written.push(sumOf(owner, all.length - own.length, all.at(-1)?.at ?? 0));
  }
  return written;
}

function sumOf(owner: OwnerId, positions: number, at: Ms): NewNotice {
  const facts = { positions: String(positions) };
  return { owner, kind: 'trading', articleKey: 'notice/positions-more', facts, at };
}

function noticeOf(contract: ListedContract, due: SummedNotice): NewNotice {
  const { owner, kind, side, position, at } = due;
  const base = (lots: number) => multiplyDecimals(contract.lotSize, String(lots), basePlaces);
  const price = (ticks: number | null) => (ticks === null ? '–' : priceOfTicks(contract, ticks));
  const facts = { contract: contract.name, side, left: base(due.leftLots), asset: contract.book.base };
  const isWarning = kind === 'margin-warning';
  return {
    owner,
    kind: 'trading',
    articleKey: articleKeys[kind],
    facts: isWarning
      ? { ...facts, mark: price(due.markTicks), liquidation: price(due.liquidationTicks) }
      : {
          ...facts,
          amount: base(due.lots),
          price: price(due.priceTicks),
          net: resultText(due.net),
        },
    subject: {
      kind: isWarning || due.leftLots > 0 ? 'position' : 'closing',
      contract: contract.id,
      position: String(position),
    },
    at,
  };
}

/** A result with its sign, truncated to cents; a smaller one in full. */
function resultText(net: bigint): string {
  const scale = assetScale(settlingAsset);
  const amount = net < 0n ? -net : net;
  const cents = amount / unitsPerOne(scale - moneyPlaces);
  const text = cents === 0n ? fromUnits(amount, scale) : fromUnitsFixed(cents, moneyPlaces);
  return net === 0n ? text : `${net < 0n ? '−' : '+'}${text}`;
}
