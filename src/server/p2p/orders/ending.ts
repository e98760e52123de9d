import type { P2pOrderEnd, P2pOrderEvent } from '#protocol/p2p/entities/trade.ts';
import { fiatCurrencies } from '#protocol/p2p/currencies.ts';
import { divideDecimals, fromUnits } from '#protocol/core/decimal.ts';
import { assetScale } from '#server/core/assets.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import { quoteAsset } from '#server/core/instruments/listed.ts';
import type { Purchase } from '#server/core/outflow/outflow.ts';
import type { Transaction } from '#server/core/store/database.ts';
import type { AdvertRow } from '../adverts/advert-row.ts';
import { lockAdvert, pauseBuyAdverts, takeFromAdvert } from '../adverts/store.ts';
import { needsCostConfirmed } from '../merchants/cancellations.ts';
import { figuresDay } from '../merchants/rules.ts';
import type { Cancellation } from './cancellations/judging.ts';
import { type Excuse, isLastFree } from './cancellations/rules.ts';
import type { OrdersDeps } from './deps.ts';
import { backToSeller, toBuyer } from './journals.ts';
import { closeTalk } from '#server/accounts/chat/talks/talks.ts';
import { notifyOfOrder, type OrderNews } from './order-notices.ts';
import type { OrderRow } from './order-row.ts';
import { lockPenalty, type Penalty, takePenalty } from './appeals/penalties.ts';
import { orderAfter, type OrderEvent, type OrderSide } from './rules.ts';
import { writeEvent, writeOfferedAgain, writeOrder } from './store.ts';

/** What a change of an order leaves for listeners after its commit. */
export interface OrderDone {
  readonly row: OrderRow;
  readonly advert: AdvertRow | null;
  readonly balances: readonly BalanceRow[];
}

/** A change of an order that moved no coins. */
export function withoutCoins(row: OrderRow): OrderDone {
  return { row, advert: null, balances: [] };
}

type EndingEvent = Exclude<OrderEvent, 'pay' | 'appeal'>;

interface Ending {
  readonly by: P2pOrderEnd;
  readonly what: P2pOrderEvent['what'];
  readonly news: OrderNews;
  readonly notified: readonly OrderSide[];
}

const endings: Readonly<Record<EndingEvent, Ending>> = {
  release: { by: 'seller', what: 'released', news: 'released', notified: ['buyer'] },
  cancel: { by: 'buyer', what: 'cancelled', news: 'cancelled', notified: ['seller'] },
  expire: { by: 'timeout', what: 'expired', news: 'expired', notified: ['buyer', 'seller'] },
  'decide-release': { by: 'arbiter', what: 'released', news: 'decided', notified: ['buyer', 'seller'] },
  'decide-refund': { by: 'arbiter', what: 'refunded', news: 'decided', notified: ['buyer', 'seller'] },
};

/** Events are by a side, an arbiter, or the exchange itself. */
const parties = { seller: 'seller', buyer: 'buyer', timeout: 'system', arbiter: 'arbiter' } as const;

/**
 * Ends a locked order: the only place that pays an escrow out. The coins go to the buyer, or back to the seller, behind
 * the advert while that is still listed.
 *
 * @param cancellation how it counts, of an order that its buyer cancelled or did not pay in time
 */
export async function endOrder(
  tx: Transaction,
  deps: Pick<OrdersDeps, 'ledger' | 'notices' | 'outflow' | 'prices'>,
  row: OrderRow,
  event: EndingEvent,
  now: number,
  cancellation: Cancellation | null = null,
): Promise<OrderDone> {
  const state = orderAfter(row.state, event);
  if (state === null) throw new Error(`fiat order ${row.id} is ${row.state}: no ${event}`);
  const { by, what, news, notified } = endings[event];
  const penalty = cancellation === null ? await decidedPenalty(tx, row, event) : cancellation.penalty;
  const change = { state, dueAt: null, endedAt: now, endedBy: by, asked: null, penalty: penalty?.units ?? 0n } as const;
  const counted = { cancelNumber: cancellation?.number ?? null, excuse: cancellation?.excuse ?? null };
  const ended = await writeOrder(tx, row, { ...change, ...counted }, now);
  await writeEvent(tx, row.id, what, parties[by], now);
  await closeTalk(tx, row.id, now);
  await countEnd(tx, ended, event, now);
  for (const side of notified) await notifyOfOrder(tx, deps, ended, [side], newsFor(side, ended, news));
  const more = penalty === null ? [] : [await takePenalty(tx, penalty, row.id, now)];
  if (state === 'completed') {
    await deps.outflow.keep(tx, purchaseOf(deps, row), now);
    return { row: ended, advert: null, balances: await deps.ledger.postMany(tx, [toBuyer(row, now), ...more]) };
  }
  await restBuying(tx, deps, ended, now);
  const advert = await lockAdvert(tx, row.advert);
  const isListed = advert?.state === 'listed';
  await writeOfferedAgain(tx, row.id, isListed);
  const given = isListed ? await takeFromAdvert(tx, row.advert, 0n - row.units, now) : null;
  const journal = backToSeller(row, isListed && row.seller === row.merchant, now);
  return { row: ended, advert: given, balances: await deps.ledger.postMany(tx, [journal, ...more]) };
}

/** What the buyer gets, and what was paid for it in USDT at the platform's rate. */
function purchaseOf(
  { prices }: Pick<OrdersDeps, 'prices'>,
  { id, buyer, asset, units, amount, currency }: OrderRow,
): Purchase {
  const rate = prices.rate(currency);
  const scale = fiatCurrencies[currency].decimals;
  const paid = rate === null ? null : divideDecimals(fromUnits(amount, scale), rate, assetScale(quoteAsset));
  return { owner: buyer, order: id, asset, units, paid };
}

/** What an arbiter's decision takes of the losing side's merchant deposit, as far as it reaches. */
async function decidedPenalty(tx: Transaction, row: OrderRow, event: EndingEvent): Promise<Penalty | null> {
  const [loser] = event === 'decide-release' || event === 'decide-refund' ? losers(event, null) : [];
  if (row.penalty === 0n || loser === undefined) return null;
  return lockPenalty(tx, row, loser, () => row.penalty);
}

/** A buyer who did not pay in time reads how that counts and what it cost. */
function newsFor(side: OrderSide, { cancelNumber, penalty }: OrderRow, news: OrderNews): OrderNews {
  if (news !== 'expired' || side === 'seller' || cancelNumber === null) return news;
  return penalty === 0n ? 'unpaid' : 'unpaid-cost';
}

/**
 * With the last free cancellation of a day a merchant's buy adverts are paused: what sells to them would be bought without
 * the question what another cancellation costs, which is asked as they are resumed. The buyer is locked.
 */
async function restBuying(
  tx: Transaction,
  { notices }: Pick<OrdersDeps, 'notices'>,
  { buyer, advert, cancelNumber }: OrderRow,
  now: number,
): Promise<void> {
  if (cancelNumber === null || !isLastFree(cancelNumber) || !(await needsCostConfirmed(tx, buyer, now))) return;
  if (!(await pauseBuyAdverts(tx, buyer, advert, now))) return;
  await notices.send(tx, buyer, 'trading', 'notice/buy-adverts-paused', {});
}

/** Whose doing it was that an order did not go as agreed. */
function losers(event: EndingEvent, excuse: Excuse | null): readonly OrderSide[] {
  if (event === 'release' || excuse !== null) return [];
  return event === 'decide-release' ? ['seller'] : ['buyer'];
}

/** Adds an order to the figures of both sides, in one statement whose rows are locked by owner. */
async function countEnd({ client }: Transaction, row: OrderRow, event: EndingEvent, now: number): Promise<void> {
  const lost = losers(event, row.excuse);
  const isAppeal = event === 'decide-release' || event === 'decide-refund';
  const isCompleted = row.state === 'completed';
  const figures = (['buyer', 'seller'] as const).map((side) => {
    const hasLost = lost.includes(side);
    const wasPaid = isCompleted && row.paidAt !== null ? row.paidAt : null;
    const paying = side === 'buyer' && wasPaid !== null ? wasPaid - row.createdAt : null;
    const releasing = side === 'seller' && wasPaid !== null ? now - wasPaid : null;
    const counts = [isCompleted && !hasLost ? 1 : 0, hasLost ? 1 : 0, hasLost && isAppeal ? 1 : 0];
    const times = [releasing ?? 0, releasing === null ? 0 : 1, paying ?? 0, paying === null ? 0 : 1];
    return [row[side], ...counts, ...times];
  });
  const column = (nth: number) => figures.map((values) => String(values[nth]));
  await client.query(
    `INSERT INTO fiat_days AS kept (owner, day, finished, failed, appeals_lost, release_ms, releases, pay_ms, payments)
     SELECT owner, $1, finished, failed, appeals_lost, release_ms, releases, pay_ms, payments
       FROM unnest($2::bigint[], $3::int[], $4::int[], $5::int[], $6::bigint[], $7::int[], $8::bigint[], $9::int[])
            AS given (owner, finished, failed, appeals_lost, release_ms, releases, pay_ms, payments)
      WHERE finished + failed > 0 ORDER BY owner
     ON CONFLICT (owner, day) DO UPDATE SET
       finished = kept.finished + excluded.finished, failed = kept.failed + excluded.failed,
       appeals_lost = kept.appeals_lost + excluded.appeals_lost, release_ms = kept.release_ms + excluded.release_ms,
       releases = kept.releases + excluded.releases, pay_ms = kept.pay_ms + excluded.pay_ms,
       payments = kept.payments + excluded.payments`,
    [figuresDay(now), ...Array.from({ length: 8 }, (_, nth) => column(nth))],
  );
}
