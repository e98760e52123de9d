import { randomUUID } from 'node:crypto';
import type { P2pOrder } from '#protocol/p2p/entities/trade.ts';
import { dayMs, minuteMs } from '#protocol/core/durations.ts';
import { openP2pOrdersMax } from '#protocol/p2p/currencies.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { once } from '#server/core/idempotency/once.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { shownWithdrawalHold } from '#server/accounts/account/withdrawal-hold.ts';
import { type AdvertRow, limitsNow } from '#server/p2p/adverts/advert-row.ts';
import { standingOf, unmetCondition } from '#server/p2p/adverts/conditions.ts';
import { p2pIndex } from '#server/p2p/adverts/p2p-index.ts';
import { lockAdvert, takeFromAdvert } from '#server/p2p/adverts/store.ts';
import { isTrading, readSettings } from '#server/p2p/merchants/settings.ts';
import { readTraders } from '#server/p2p/merchants/standing.ts';
import { costQuestionOf, isCostConfirmed } from '#server/p2p/merchants/cancellations.ts';
import { dayStart } from '#server/p2p/merchants/rules.ts';
import { readApplicant } from '#server/p2p/merchants/store.ts';
import type { OrderChanges } from '../changes.ts';
import type { OrdersDeps } from '../deps.ts';
import type { OrderDone } from '../ending.ts';
import { toP2pOrder } from '../order-row.ts';
import { isAsked, isDayOver } from '../cancellations/rules.ts';
import { takerLoad, insertOrder, nextOrderId, writeEvent } from '../store.ts';
import { checkTakerLimits } from './taker-limits.ts';
import type { Merchant, Taking } from './taking.ts';
import type { CheckedInput } from '#protocol/calls.ts';
import type { Payee } from '#protocol/p2p/entities/collection-methods.ts';
import { fromUnits, toExactUnits } from '#protocol/core/decimal.ts';
import { openTalk, writeTalkLine } from '#server/accounts/chat/talks/talks.ts';
import { coinsFor, costOf, marketScale, priceNow } from '#server/p2p/adverts/rules.ts';
import { intoEscrow } from '../journals.ts';
import { notifyOfOrder } from '../order-notices.ts';
import { payeeOf, realNameOf, sealSecrets } from '../order-secrets.ts';

/**
 * Takes coins of an advert into an order. Checks and escrow are one transaction under the advert's lock, so that of two
 * takers of the last coins one is refused.
 *
 * @throws Refusal `notFound`, `ownAdvert`, `orderUpdated` with the price there is now or for a merchant who cannot trade,
 *   `quantityOutOfRange` with what can be ordered, `onlySpecifiedPaymentMethods`, `currencyMismatch`, `operationFailed`
 *   with the condition that is not met, `realNameNeededForFiat`, `unfinishedOrder`, `contactSupportOrder` after too many
 *   cancellations, `thirdCancelCosts` with what another one would cost until that is confirmed, `accountDisabled` for a
 *   taker who was disabled meanwhile, `withdrawalHold`, `insufficientWalletBalance`
 */
export async function takeAdvert(deps: OrdersDeps, changes: OrderChanges, taking: Taking): Promise<P2pOrder> {
  const { taker, key, side, input } = taking;
  const call = side === 'buy' ? 'POST tradeBuy' : 'POST tradeSell';
  const now = deps.clock();
  let done: OrderDone | null = null;
  const { answer } = await deps.database.transaction(async (tx) => {
    done = null;
    // Requests of one taker come one after the other: the most that may be open holds.
    const { nickname, disabled } = await readApplicant(tx.client, taker, true);
    return once(tx, { userId: taker, call, key, body: unconfirmed(taking), at: now }, async () => {
      // Whoever disables the account locks it too: it is disabled by now, or this order is there for its case.
      if (disabled) throw new Refusal('accountDisabled');
      const advert = await lockAdvert(tx, BigInt(input.advert));
      // A buyer looks for adverts to sell.
      if (advert === null || advert.state !== 'listed' || advert.side === side) throw new Refusal('notFound');
      deps.gate.check(call, { assets: [advert.asset] });
      const isConfirmed = await checkTaker(tx, advert, taking, now);
      const merchant = await checkMerchant(tx, advert, taker, now);
      const terms = orderedOf(advert, input, p2pIndex(deps, advert.asset, advert.currency));
      const { id, asset } = advert;
      await checkTakerLimits(tx, deps, taker, { side, advert: id, asset, units: terms.units }, now);
      await checkHold(tx, deps, { advert, taking, units: terms.units }, now);
      const confirmed = side === 'buy' ? isConfirmed : merchant.isCostConfirmed;
      done = await writeTaken(tx, deps, { advert, taking, terms, nickname, merchant, confirmed, now });
      return toP2pOrder(done.row, side === 'buy' ? 'buyer' : 'seller');
    });
  });
  changes.changed(done);
  return answer;
}

/** What is asked for, apart from the answer to a question: that changes nothing of it. */
function unconfirmed(taking: Taking): object {
  if (taking.side === 'sell') return taking.input;
  const { confirmed: _, ...asked } = taking.input;
  return asked;
}

/** @returns whether the taker was asked what another cancellation costs, and confirmed it */
async function checkTaker(tx: Transaction, advert: AdvertRow, taking: Taking, now: number): Promise<boolean> {
  const { taker } = taking;
  if (advert.owner === taker) throw new Refusal('ownAdvert');
  const { open, cancels } = await takerLoad(tx.client, taker, dayStart(now));
  if (open >= openP2pOrdersMax) throw new Refusal('unfinishedOrder', { most: openP2pOrdersMax });
  if (isDayOver(cancels)) {
    throw new Refusal('contactSupportOrder', { why: 'cancelled-too-often', until: dayStart(now) + dayMs });
  }
  const unmet = unmetCondition(advert, await standingOf(tx.client, taker, now), now);
  if (unmet?.why === 'not-verified') throw new Refusal('realNameNeededForFiat');
  if (unmet !== null) throw new Refusal('operationFailed', unmet);
  // Whoever sells is not the one who pays too late.
  if (taking.side === 'sell' || !isAsked(cancels)) return false;
  if (!taking.input.confirmed) throw await costQuestionOf(tx.client, taker);
  return true;
}

/**
 * A merchant who may not trade now is not traded with, and settings rest trading. The advert is locked: whoever ends the
 * merchant's trading pauses it behind this order, which gets a case then, or has paused it.
 */
async function checkMerchant(
  tx: Transaction,
  { owner, paused }: AdvertRow,
  taker: bigint,
  now: number,
): Promise<Merchant> {
  const [trader] = await readTraders<{ confirmed_at: string | null }>(tx.client, [owner], {
    more: 'm.cost_confirmed_at AS confirmed_at',
  });
  const settings = await readSettings(tx.client, owner);
  const isAway = paused || !isTrading(settings, now) || settings.blocked.includes(taker);
  // Who is blocked learns no more than that.
  if (trader === undefined || isAway) throw new Refusal('orderUpdated', { why: 'merchant-away' });
  const confirmedAt = trader.confirmed_at === null ? null : Number(trader.confirmed_at);
  return {
    nickname: trader.nickname,
    autoReply: settings.autoReply,
    isCostConfirmed: isCostConfirmed(confirmedAt, now),
  };
}

/** Whoever sells gives coins to somebody else, as with a withdrawal: what holds withdrawals back holds a sale too. */
async function checkHold(
  tx: Transaction,
  { outflow }: OrdersDeps,
  { advert, taking, units }: { readonly advert: AdvertRow; readonly taking: Taking; readonly units: bigint },
  now: number,
): Promise<void> {
  const { side, taker, session } = taking;
  if (side === 'buy') {
    // Without its lock: merchants lock themselves before their adverts, and this advert is locked.
    const until = await shownWithdrawalHold(tx.client, advert.owner, now);
    if (until !== null) throw new Refusal('orderUpdated', { why: 'merchant-away' });
    return;
  }
  const leaving = { way: 'fiat-sale', owner: taker, session, wallet: 'fiat', asset: advert.asset, units } as const;
  await outflow.check(tx, leaving, now);
}

/** What is ordered. */
interface Ordered {
  readonly price: bigint;
  readonly units: bigint;
  readonly money: bigint;
}

/** @throws Refusal `orderUpdated` when the price is another by now, `quantityOutOfRange` with the advert's bounds */
function orderedOf(
  advert: AdvertRow,
  input: Pick<CheckedInput<'POST tradeBuy'>, 'price' | 'amount' | 'in'>,
  index: bigint | null,
): Ordered {
  const scale = marketScale(advert.asset, advert.currency);
  const price = priceNow(advert, index);
  if (price === null || price <= 0n) throw new Refusal('orderUpdated', { why: 'no-price' });
  if (toExactUnits(input.price, scale.price) !== price) {
    throw new Refusal('orderUpdated', { price: fromUnits(price, scale.price) });
  }
  const { min, max } = limitsNow(advert, price);
  const bounds = {
    min: fromUnits(min, scale.money),
    max: fromUnits(max, scale.money),
    available: fromUnits(advert.remaining, scale.coin),
  };
  const given = toExactUnits(input.amount, input.in === 'coin' ? scale.coin : scale.money);
  // Far beyond any advert: kept from the products below.
  if (given === null || given > 10n ** 18n) throw new Refusal('quantityOutOfRange', bounds);
  const units = input.in === 'coin' ? given : coinsFor(given, price, scale);
  const money = input.in === 'coin' ? costOf(given, price, scale) : given;
  const isRight = units > 0n && units % scale.step === 0n && units <= advert.remaining && money >= min && money <= max;
  if (!isRight) throw new Refusal('quantityOutOfRange', bounds);
  return { price, units, money };
}

/** Writes the order, its escrow and its conversation. */
async function writeTaken(
  tx: Transaction,
  deps: OrdersDeps,
  given: {
    readonly advert: AdvertRow;
    readonly taking: Taking;
    readonly terms: Ordered;
    readonly nickname: string | null;
    readonly merchant: Merchant;
    /** The buyer was asked what another cancellation costs, and confirmed it. */
    readonly confirmed: boolean;
    readonly now: number;
  },
): Promise<OrderDone> {
  const { advert, taking, terms, nickname, merchant, confirmed, now } = given;
  const { taker, side } = taking;
  const [buyer, seller] = side === 'buy' ? [taker, advert.owner] : [advert.owner, taker];
  const [buyerNick, sellerNick] = side === 'buy' ? [nickname, merchant.nickname] : [merchant.nickname, nickname];
  const payee: Payee = await payeeOf(tx, deps, advert, taking, seller);
  const buyerName = await realNameOf(tx.client, buyer);
  const id = await nextOrderId(tx);
  const { method } = payee;
  const row = await insertOrder(
    tx,
    {
      id,
      advert: advert.id,
      merchant: advert.owner,
      taker,
      buyer,
      seller,
      asset: advert.asset,
      currency: advert.currency,
      units: terms.units,
      price: terms.price,
      amount: terms.money,
      method,
      sealed: sealSecrets(deps, { id, buyer, seller, method }, { payee, buyerName }),
      qr: payee.qr,
      buyerNick,
      sellerNick,
      terms: advert.terms,
      payUntil: now + advert.paymentMinutes * minuteMs,
      confirmed,
    },
    now,
  );
  await openTalk(tx, row.id, [buyer, seller], now);
  await writeEvent(tx, row.id, 'taken', side === 'buy' ? 'buyer' : 'seller', now);
  if (merchant.autoReply !== '') {
    const reply = { text: merchant.autoReply, author: advert.owner, key: `auto-reply-${randomUUID()}` };
    await writeTalkLine(tx, row.id, reply, now);
  }
  const left = await takeFromAdvert(tx, advert.id, terms.units, now);
  await notifyOfOrder(tx, deps, row, [side === 'buy' ? 'seller' : 'buyer'], 'taken');
  return { row, advert: left, balances: await deps.ledger.post(tx, intoEscrow(row, now)) };
}
