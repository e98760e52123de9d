import { minuteMs } from '#protocol/core/durations.ts';
import { paymentMinutesMax } from '#protocol/p2p/currencies.ts';
import { divideDecimals, fromUnits, toUnits } from '#protocol/core/decimal.ts';
import { assetScale } from '#server/core/assets.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { isHouse } from '#server/core/ledger/account.ts';
import { worthAt } from '#server/core/outflow/worth.ts';
import type { Queryable, Transaction } from '#server/core/store/database.ts';
import { dayStart } from '#server/p2p/merchants/rules.ts';
import type { OrdersDeps } from '../deps.ts';
import { readCounterparties, stepOf, worthScale } from './history.ts';

/** What is about to be taken. */
interface Wanted {
  readonly side: 'buy' | 'sell';
  readonly advert: bigint;
  readonly asset: string;
  readonly units: bigint;
}

/** Worth of what a taker has, in units of USDT. */
interface Taken {
  /** Ordered today. */
  readonly today: bigint;
  /** Locked by orders to buy that are not paid: of the advert, and of all. */
  readonly ofAdvert: bigint;
  readonly locked: bigint;
}

type WorthOf = (asset: string, units: bigint) => bigint;

/**
 * Checks what a taker orders today against the limit of the day, and without a history also what is kept locked by orders
 * that are not paid: an order locks a seller's coins, and costs nothing so far. Orders that were cancelled do not count.
 * The taker is locked, so that two orders at once count each other. A coin without a price counts nothing. The history is
 * read only where something exceeds what nobody needs one for.
 *
 * @throws Refusal `quantityOutOfRange` with `why`, the limit in USDT, and what is left of it, in the coin
 */
export async function checkTakerLimits(
  tx: Transaction,
  { prices, limits }: Pick<OrdersDeps, 'prices' | 'limits'>,
  taker: bigint,
  wanted: Wanted,
  now: number,
): Promise<void> {
  // Merchants of practice mode have a bound of their own.
  if (isHouse(taker)) return;
  const worthOf: WorthOf = (asset, units) => worthAt({ asset, units }, prices.indexPrice(asset));
  const taken = await readTaken(tx.client, taker, wanted.advert, worthOf, now);
  const more = worthOf(wanted.asset, wanted.units);
  const newcomer = newcomerBounds(limits, wanted.side, taken);
  const first = stepOf(limits.p2pDayLimits, limits.p2pPersonWorth, [], now);
  const exceeds = ({ used, limit }: Bound) => used + more > limit;
  const isModest = !newcomer.some(exceeds) && taken.today + more <= first.limit;
  if (isModest) return;
  const people = await readCounterparties(tx.client, taker, worthOf, now);
  const { place, limit } = stepOf(limits.p2pDayLimits, limits.p2pPersonWorth, people, now);
  const day: Bound = { why: 'day-limit', used: taken.today, limit };
  const broken = [...(place === 0 ? newcomer : []), day].find(exceeds);
  if (broken === undefined) return;
  const left = broken.limit > broken.used ? broken.limit - broken.used : 0n;
  const price = prices.indexPrice(wanted.asset);
  const available = price === null ? '0' : divideDecimals(fromUnits(left, worthScale), price, assetScale(wanted.asset));
  throw new Refusal('quantityOutOfRange', {
    why: broken.why,
    available,
    limit: fromUnits(broken.limit, worthScale),
  });
}

interface Bound {
  readonly why: 'day-limit' | 'advert-lock' | 'total-lock';
  readonly used: bigint;
  readonly limit: bigint;
}

/** What binds a buyer without a history. Whoever sells locks coins of their own. */
function newcomerBounds(
  { p2pNewcomerAdvert, p2pNewcomerTotal }: OrdersDeps['limits'],
  side: Wanted['side'],
  { ofAdvert, locked }: Taken,
): Bound[] {
  if (side === 'sell') return [];
  return [
    { why: 'advert-lock', used: ofAdvert, limit: toUnits(p2pNewcomerAdvert, worthScale) },
    { why: 'total-lock', used: locked, limit: toUnits(p2pNewcomerTotal, worthScale) },
  ];
}

/** By the index of taker and time: the orders of today, and those that may still wait for a payment. */
async function readTaken(
  client: Queryable,
  taker: bigint,
  advert: bigint,
  worthOf: WorthOf,
  now: number,
): Promise<Taken> {
  const today = dayStart(now);
  const { rows } = await client.query<{ asset: string; today: string; of_advert: string; locked: string }>(
    `SELECT asset, coalesce(sum(units) FILTER (WHERE created_at >= $2), 0) AS today,
            coalesce(sum(units) FILTER (WHERE state = 'waiting-payment' AND buyer = $1 AND advert = $4), 0) AS of_advert,
            coalesce(sum(units) FILTER (WHERE state = 'waiting-payment' AND buyer = $1), 0) AS locked
       FROM fiat_orders WHERE taker = $1 AND created_at >= $3 AND state <> 'cancelled' GROUP BY asset`,
    [taker, today, Math.min(today, now - 2 * paymentMinutesMax * minuteMs), advert],
  );
  const sum = (units: (row: (typeof rows)[number]) => string) =>
    rows.reduce((all, row) => all + worthOf(row.asset, BigInt(units(row))), 0n);
  return { today: sum((row) => row.today), ofAdvert: sum((row) => row.of_advert), locked: sum((row) => row.locked) };
}
