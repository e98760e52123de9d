import { randomUUID } from 'node:crypto';
import type { CheckedInput } from '#protocol/calls.ts';
import type { Payee } from '#protocol/p2p/entities/collection-methods.ts';
import { minuteMs } from '#protocol/core/durations.ts';
import { fromUnits, toExactUnits } from '#protocol/core/decimal.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { openTalk, writeTalkLine } from '#server/accounts/chat/talks/talks.ts';
import { type AdvertRow, limitsNow } from '#server/p2p/adverts/advert-row.ts';
import { coinsFor, costOf, marketScale, priceNow } from '#server/p2p/adverts/rules.ts';
import { takeFromAdvert } from '#server/p2p/adverts/store.ts';
import type { OrdersDeps } from '../deps.ts';
import type { OrderDone } from '../ending.ts';
import { intoEscrow } from '../journals.ts';
import { notifyOfOrder } from '../order-notices.ts';
import { payeeOf, realNameOf, sealSecrets } from '../order-secrets.ts';
import { insertOrder, nextOrderId, writeEvent } from '../store.ts';
import type { Merchant, Taking } from './taking.ts';

/** What is ordered. */
interface Ordered {
  readonly price: bigint;
  readonly units: bigint;
  readonly money: bigint;
}

/** @throws Refusal `orderUpdated` when the price is another by now, `quantityOutOfRange` with the advert's bounds */
export function orderedOf(
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
export async function writeTaken(
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
