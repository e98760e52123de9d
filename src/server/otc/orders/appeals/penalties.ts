import { merchantDepositAsset } from '../../../../protocol/fiat.ts';
import { type Decimal, fromUnits } from '../../../../protocol/maths/decimal.ts';
import { assetScale } from '../../../core/assets.ts';
import type { Journal } from '../../../core/ledger/journal.ts';
import type { Transaction } from '../../../core/store/database.ts';
import { depositAfter } from '../../merchants/rules.ts';
import { lockMerchant, writeMerchant } from '../../merchants/store.ts';
import { penaltyJournal } from '../journals.ts';
import type { OrderRow } from '../order-row.ts';
import type { OrderSide } from '../rules.ts';

/** A penalty as it is shown, in whole coins of the deposit. */
export function shownPenalty(units: bigint): Decimal {
  return fromUnits(units, assetScale(merchantDepositAsset));
}

/** Units that a merchant deposit can still give. */
async function deposited(tx: Transaction, owner: bigint) {
  const deposit = await lockMerchant(tx, owner);
  return { deposit, most: depositAfter(deposit.state, 'penalise') === null ? 0n : deposit.units };
}

/** What taking a penalty comes to: its journal with the units that were there to take, or null where there are none. */
export interface Penalty {
  readonly units: bigint;
  readonly journal: Journal;
}

/**
 * Takes a part of a side's merchant deposit, which the other side gets. The order is locked, and the deposit is from
 * here on.
 *
 * @param share units to take of a deposit of so many; more than there are take what there is
 */
export async function takePenalty(
  tx: Transaction,
  row: OrderRow,
  from: OrderSide,
  share: (held: bigint) => bigint,
  now: number,
): Promise<Penalty | null> {
  const [payer, harmed] = from === 'buyer' ? [row.buyer, row.seller] : [row.seller, row.buyer];
  const { deposit, most } = await deposited(tx, payer);
  const wanted = share(most);
  const units = wanted < most ? wanted : most;
  if (units <= 0n) return null;
  await writeMerchant(tx, { ...deposit, units: deposit.units - units }, now);
  return { units, journal: penaltyJournal(payer, harmed, units, row.id, now) };
}
