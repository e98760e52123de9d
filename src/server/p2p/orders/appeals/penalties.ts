import { merchantDepositAsset } from '#protocol/p2p/currencies.ts';
import { type Decimal, fromUnits } from '#protocol/core/decimal.ts';
import { assetScale } from '#server/core/assets.ts';
import type { Journal } from '#server/core/ledger/journal.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { depositAfter } from '#server/p2p/merchants/rules.ts';
import { lockMerchant, type MerchantRow, writeMerchant } from '#server/p2p/merchants/store.ts';
import { penaltyJournal } from '../journals.ts';
import type { OrderRow } from '../order-row.ts';
import type { OrderSide } from '../rules.ts';

/** A penalty as it is shown, in whole coins of the deposit. */
export function shownPenalty(units: bigint): Decimal {
  return fromUnits(units, assetScale(merchantDepositAsset));
}

/** A part of a side's merchant deposit that the other side is to get; the deposit is locked. */
export interface Penalty {
  readonly units: bigint;
  readonly deposit: MerchantRow;
  readonly harmed: bigint;
}

/**
 * What a penalty comes to, or null where there is nothing to take. Changes nothing; locks the deposit, after the order.
 *
 * @param share units to take of a deposit of so many; more than there are take what there is
 */
export async function lockPenalty(
  tx: Transaction,
  row: OrderRow,
  from: OrderSide,
  share: (held: bigint) => bigint,
): Promise<Penalty | null> {
  const [payer, harmed] = from === 'buyer' ? [row.buyer, row.seller] : [row.seller, row.buyer];
  const deposit = await lockMerchant(tx, payer);
  const most = depositAfter(deposit.state, 'penalise') === null ? 0n : deposit.units;
  const wanted = share(most);
  const units = wanted < most ? wanted : most;
  return units <= 0n ? null : { units, deposit, harmed };
}

/** Takes a penalty of the deposit. @returns the journal that gives it to the other side */
export async function takePenalty(
  tx: Transaction,
  { units, deposit, harmed }: Penalty,
  order: bigint,
  now: number,
): Promise<Journal> {
  await writeMerchant(tx, { ...deposit, units: deposit.units - units }, now);
  return penaltyJournal(deposit.owner, harmed, units, order, now);
}
