import { fromUnits } from '../../../protocol/core/decimal.ts';
import { assetScale } from '../../core/assets.ts';
import type { Transaction } from '../../core/store/database.ts';
import type { FixedTermsDeps } from './deps.ts';
import type { Ended } from './ending.ts';

function newsOf({ end, renewed, obstacle }: Ended): string {
  if (end === 'revoked') return 'revoked';
  if (renewed !== null) return 'renewed';
  return obstacle === null ? 'earned' : 'not-renewed';
}

/** Notifies the owner of a term that ended by itself or by the house, in the transaction that ends it. */
export async function notifyOfEnd(
  tx: Transaction,
  { notices }: Pick<FixedTermsDeps, 'notices'>,
  one: Ended,
): Promise<void> {
  const { row, interest, renewed } = one;
  const shown = (units: bigint) => fromUnits(units, assetScale(row.asset));
  const facts = {
    asset: row.asset,
    principal: shown(row.principal),
    interest: shown(interest),
    total: shown(row.principal + interest),
    days: row.days.toString(),
  };
  const holding = (renewed ?? row).id.toString();
  await notices.send(tx, row.owner, 'trading', `notice/fixed-term-${newsOf(one)}`, facts, {
    kind: 'fixed-term',
    holding,
  });
}
