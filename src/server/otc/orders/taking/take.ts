import { randomUUID } from 'node:crypto';
import type { CheckedInput } from '../../../../protocol/calls.ts';
import type { FiatOrder } from '../../../../protocol/entities/fiat-trade.ts';
import type { Payee } from '../../../../protocol/entities/fiat-account.ts';
import { dayMs, minuteMs } from '../../../../protocol/durations.ts';
import { freeCancelsPerDay, openFiatOrdersMax } from '../../../../protocol/fiat.ts';
import { fromUnits, toExactUnits } from '../../../../protocol/maths/decimal.ts';
import { Refusal } from '../../../core/failures/refusal.ts';
import { once } from '../../../core/idempotency/once.ts';
import type { Transaction } from '../../../core/store/database.ts';
import { checkSaleHold, shownWithdrawalHold } from '../../../users/accounts/withdrawal-hold.ts';
import { openTalk, writeTalkLine } from '../../../users/chat/talks/talks.ts';
import { type AdvertRow, limitsNow } from '../../adverts/advert-row.ts';
import { standingOf, unmetCondition } from '../../adverts/conditions.ts';
import { fiatIndex } from '../../adverts/fiat-index.ts';
import { coinsFor, costOf, marketScale, priceNow } from '../../adverts/rules.ts';
import { lockAdvert, takeFromAdvert } from '../../adverts/store.ts';
import { requiredUnits } from '../../merchants/rules.ts';
import { isTrading, readSettings } from '../../merchants/settings.ts';
import { readApplicant, readMerchant } from '../../merchants/store.ts';
import { checkDayLimit } from './day-limit.ts';
import type { OrderChanges } from '../changes.ts';
import type { OrdersDeps } from '../deps.ts';
import type { OrderDone } from '../ending.ts';
import { intoEscrow } from '../journals.ts';
import { notifyOfOrder } from '../order-notices.ts';
import { toFiatOrder } from '../order-row.ts';
import { payeeOf, realNameOf, sealSecrets } from '../order-secrets.ts';
import { dayStart } from '../rules.ts';
import { countCancelled, countOpen, insertOrder, writeEvent } from '../store.ts';

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
interface Merchant {
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

/** What is ordered. */
interface Ordered {
  readonly price: bigint;
  readonly units: bigint;
  readonly money: bigint;
}

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

async function writeTaken(
  tx: Transaction,
  deps: OrdersDeps,
  given: {
    readonly advert: AdvertRow;
    readonly taking: Taking;
    readonly terms: Ordered;
    readonly nickname: string | null;
    readonly merchant: Merchant;
    readonly now: number;
  },
): Promise<OrderDone> {
  const { advert, taking, terms, nickname, merchant, now } = given;
  const { taker, side } = taking;
  const [buyer, seller] = side === 'buy' ? [taker, advert.owner] : [advert.owner, taker];
  const [buyerNick, sellerNick] = side === 'buy' ? [nickname, merchant.nickname] : [merchant.nickname, nickname];
  const payee: Payee = await payeeOf(tx, deps, advert, taking, seller);
  const buyerName = await realNameOf(tx.client, buyer);
  const row = await insertOrder(
    tx,
    {
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
      method: payee.method,
      sealed: sealSecrets(deps, { payee, buyerName }),
      qr: payee.qr,
      buyerNick,
      sellerNick,
      terms: advert.terms,
      payUntil: now + advert.paymentMinutes * minuteMs,
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
