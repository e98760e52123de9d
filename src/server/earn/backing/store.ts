import type { BackingAccount } from '#protocol/backing/entities.ts';
import { backedProducts } from '#protocol/core/products.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { assetScale } from '#server/core/assets.ts';
import { walletNumber } from '#server/core/ledger/balance-row.ts';
import type { Queryable } from '#server/core/store/database.ts';
import { productOwners } from './accounts.ts';

/** Every product account that holds or ever held coins, by product and coin: a row per product and coin at most. */
export async function readBacking(client: Queryable): Promise<BackingAccount[]> {
  const { rows } = await client.query<{
    owner: string;
    asset: string;
    available: string;
    frozen: string;
    lent: string;
  }>(
    `SELECT owner, balances.asset, available, frozen, coalesce(loan_lent.units, 0) AS lent
       FROM balances LEFT JOIN loan_lent ON loan_lent.asset = balances.asset AND balances.owner = $3
      WHERE owner = ANY($1::bigint[]) AND wallet = $2 ORDER BY balances.asset`,
    [Object.values(productOwners), walletNumber('spot'), productOwners.loans],
  );
  return backedProducts.flatMap((product) =>
    rows
      .filter(({ owner }) => BigInt(owner) === productOwners[product])
      .map(({ asset, available, frozen, lent }) => ({
        product,
        asset,
        held: fromUnits(BigInt(available) + BigInt(frozen), assetScale(asset)),
        promised: fromUnits(BigInt(frozen), assetScale(asset)),
        lent: fromUnits(BigInt(lent), assetScale(asset)),
      })),
  );
}
