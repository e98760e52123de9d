import type { CheckedInput } from '../../../../protocol/calls.ts';
import type { FiatOrder } from '../../../../protocol/entities/fiat-trade.ts';
import { dayMs } from '../../../../protocol/durations.ts';
import { freeCancelsPerDay, openFiatOrdersMax } from '../../../../protocol/fiat.ts';
import { Refusal } from '../../../core/failures/refusal.ts';
import { once } from '../../../core/idempotency/once.ts';
import type { Transaction } from '../../../core/store/database.ts';
import { checkSaleHold, shownWithdrawalHold } from '../../../users/accounts/withdrawal-hold.ts';
import type { AdvertRow } from '../../adverts/advert-row.ts';
import { standingOf, unmetCondition } from '../../adverts/conditions.ts';
import { fiatIndex } from '../../adverts/fiat-index.ts';
import { lockAdvert } from '../../adverts/store.ts';
import { requiredUnits } from '../../merchants/rules.ts';
import { isTrading, readSettings } from '../../merchants/settings.ts';
import { readApplicant, readMerchant } from '../../merchants/store.ts';
import { checkDayLimit } from './day-limit.ts';
import type { OrderChanges } from '../changes.ts';
import type { OrdersDeps } from '../deps.ts';
import type { OrderDone } from '../ending.ts';
import { toFiatOrder } from '../order-row.ts';
import { dayStart } from '../rules.ts';
import { countCancelled, countOpen } from '../store.ts';
import { orderedOf, writeTaken } from './taken-order.ts';

/** Who takes an advert, and what is asked for. */
export type Taking = {
  readonly taker: bigint;
  /** Null for a merchant of practice mode. */
  readonly session: bigint | null;
  readonly key: string;
} & (
  | { readonly side: 'buy'; readonly input: CheckedInput<'POST tradeBuy'> }
  | { readonly side: 'sell'; readonly input: CheckedInput<'POST tradeSell'> }
);

/**
 * Takes coins of an advert into an order. Checks and escrow are one transaction under the advert's lock, so that of two
 * takers of the last coins one is refused.
 *
 * @throws Refusal `notFound`, `ownAdvert`, `orderUpdated` with the price there is now or for a merchant who cannot trade,
 *   `quantityOutOfRange` with what can be ordered, `onlySpecifiedPaymentMethods`, `operationFailed` with the condition
 *   that is not met, `realNameNeededForFiat`, `unfinishedOrder`, `contactSupportOrder` after too many cancellations,
 *   `withdrawalHold`, `insufficientWalletBalance`
 */
export async function takeAdvert(deps: OrdersDeps, changes: OrderChanges, taking: Taking): Promise<FiatOrder> {
  const { taker, key, side, input } = taking;
  const call = side === 'buy' ? 'POST tradeBuy' : 'POST tradeSell';
  const now = deps.clock();
  let done: OrderDone | null = null;
  const { answer } = await deps.database.transaction(async (tx) => {
    done = null;
    // Requests of one taker come one after the other: the most that may be open holds.
    const { nickname } = await readApplicant(tx.client, taker, true);
    return once(tx, { userId: taker, call, key, body: input, at: now }, async () => {
      const advert = await lockAdvert(tx, BigInt(input.advert));
      // A buyer looks for adverts to sell.
      if (advert === null || advert.state !== 'listed' || advert.side === side) throw new Refusal('notFound');
      deps.gate.check(call, { assets: [advert.asset] });
      await checkTaker(tx, advert, taker, now);
      const merchant = await checkMerchant(tx, advert, taker, now);
      const terms = orderedOf(advert, input, fiatIndex(deps, advert.asset, advert.currency));
      await checkHold(tx, advert, taking, now);
      await checkDayLimit(tx, deps, taker, { asset: advert.asset, units: terms.units }, now);
      done = await writeTaken(tx, deps, { advert, taking, terms, nickname, merchant, now });
      return toFiatOrder(done.row, side === 'buy' ? 'buyer' : 'seller');
    });
  });
  changes.changed(done);
  return answer;
}

async function checkTaker(tx: Transaction, advert: AdvertRow, taker: bigint, now: number): Promise<void> {
  if (advert.owner === taker) throw new Refusal('ownAdvert');
  const { taken } = await countOpen(tx.client, taker);
  if (taken >= openFiatOrdersMax) throw new Refusal('unfinishedOrder', { most: openFiatOrdersMax });
  const from = dayStart(now);
  if ((await countCancelled(tx.client, taker, from)) > freeCancelsPerDay) {
    throw new Refusal('contactSupportOrder', { why: 'cancelled-too-often', until: from + dayMs });
  }
  const unmet = unmetCondition(advert, await standingOf(tx.client, taker, now), now);
  if (unmet?.why === 'not-verified') throw new Refusal('realNameNeededForFiat');
  if (unmet !== null) throw new Refusal('operationFailed', unmet);
}

/** What an order needs to know of its merchant. */
export interface Merchant {
  readonly nickname: string | null;
  readonly autoReply: string;
}

/** A deposit that is not whole ends trading until it is topped up, and settings rest it. */
async function checkMerchant(
  tx: Transaction,
  { owner, paused }: AdvertRow,
  taker: bigint,
  now: number,
): Promise<Merchant> {
  const { state, units } = await readMerchant(tx.client, owner);
  const settings = await readSettings(tx.client, owner);
  const isAway = paused || !isTrading(settings, now) || settings.blocked.includes(taker);
  // Who is blocked learns no more than that.
  if (state !== 'paid' || units < requiredUnits || isAway) throw new Refusal('orderUpdated', { why: 'merchant-away' });
  return { nickname: (await readApplicant(tx.client, owner)).nickname, autoReply: settings.autoReply };
}

/** Whoever sells gives coins to somebody else, as with a withdrawal: what holds withdrawals back holds a sale too. */
async function checkHold(
  tx: Transaction,
  advert: AdvertRow,
  { side, taker, session }: Taking,
  now: number,
): Promise<void> {
  if (side === 'buy') {
    // Without its lock: merchants lock themselves before their adverts, and this advert is locked.
    const until = await shownWithdrawalHold(tx.client, advert.owner, now);
    if (until !== null) throw new Refusal('orderUpdated', { why: 'merchant-away' });
    return;
  }
  await checkSaleHold(tx, { user: taker, session }, now);
}
