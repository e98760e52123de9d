import type { MerchantDeposit } from '#protocol/p2p/entities/collection-methods.ts';
import { merchantDepositAmount, merchantDepositAsset } from '#protocol/p2p/currencies.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { assetScale } from '#server/core/assets.ts';
import { walletNumber } from '#server/core/ledger/balance-row.ts';
import type { Queryable } from '#server/core/store/database.ts';
import { requiredUnits } from './rules.ts';
import type { MerchantRow } from './store.ts';

/** A deposit as its owner sees it, with what the fiat wallet could pay. */
export async function shownDeposit(client: Queryable, row: MerchantRow): Promise<MerchantDeposit> {
  const { rows } = await client.query<{ available: string }>(
    'SELECT available FROM balances WHERE owner = $1 AND wallet = $2 AND asset = $3',
    [row.owner, walletNumber('fiat'), merchantDepositAsset],
  );
  const shown = (units: bigint) => fromUnits(units, assetScale(merchantDepositAsset));
  const missing = requiredUnits - row.units;
  return {
    state: row.state,
    asset: merchantDepositAsset,
    required: merchantDepositAmount,
    held: shown(row.units),
    missing: shown(missing > 0n ? missing : 0n),
    available: shown(BigInt(rows[0]?.available ?? 0)),
    reason: row.reason,
    updatedAt: row.updatedAt,
  };
}
