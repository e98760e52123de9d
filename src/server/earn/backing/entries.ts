import type { CallOutput, CheckedInput } from '#protocol/calls.ts';
import type { EntryKind } from '#protocol/wallets/entities/wallet.ts';
import type { BackedProduct } from '#protocol/core/products.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { assetScale } from '#server/core/assets.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { productAccounts } from '#server/core/ledger/tables.ts';
import { walletNumber } from '#server/core/ledger/balance-row.ts';
import type { Queryable } from '#server/core/store/database.ts';
import { productOwners } from './accounts.ts';

interface EntryRow {
  readonly id: string;
  readonly at: string;
  readonly kind: EntryKind;
  /** What each part gained. */
  readonly available: string;
  readonly frozen: string;
  /** What each part holds now. */
  readonly free: string;
  readonly aside: string;
}

/** Where a page begins: below an entry, and what the account held before it. */
interface Position {
  readonly below: bigint;
  readonly free: bigint;
  readonly aside: bigint;
}

/**
 * A page of a product account's entries, newest first. What the account held after each is counted back from its balance,
 * which one statement reads together with the entries; a cursor carries the count on, so every page costs the same. No
 * owner or reference is read.
 *
 * @throws Refusal `operationFailed` for an invalid cursor
 */
export async function readEntries(
  client: Queryable,
  { product, asset, cursor, size }: CheckedInput<'GET common/backingEntries'> & { readonly product: BackedProduct },
): Promise<CallOutput<'GET common/backingEntries'>> {
  const position = cursor === undefined ? null : positionOf(cursor);
  const { rows } = await client.query<EntryRow>(
    `SELECT entry.id, entry.at, entry.kind, entry.available, entry.frozen, balances.available AS free,
            balances.frozen AS aside
       FROM balances CROSS JOIN LATERAL (
              SELECT id, at, kind, available, frozen FROM ledger_entries
               WHERE owner = $1 AND ${productAccounts} AND asset = $3 AND ($4::bigint IS NULL OR id < $4)
               ORDER BY id DESC LIMIT $5
            ) AS entry
      WHERE balances.owner = $1 AND balances.wallet = $2 AND balances.asset = $3
      ORDER BY entry.id DESC`,
    [productOwners[product], walletNumber('spot'), asset, position?.below ?? null, size + 1],
  );
  const [newest] = rows;
  if (newest === undefined) return { list: [], next: null };
  const shown = rows.slice(0, size);
  let { free, aside } = position ?? { free: BigInt(newest.free), aside: BigInt(newest.aside) };
  const scale = assetScale(asset);
  const list = shown.map((row) => {
    const entry = {
      id: row.id,
      at: Number(row.at),
      kind: row.kind,
      free: fromUnits(BigInt(row.available), scale),
      aside: fromUnits(BigInt(row.frozen), scale),
      freeAfter: fromUnits(free, scale),
      asideAfter: fromUnits(aside, scale),
    };
    free -= BigInt(row.available);
    aside -= BigInt(row.frozen);
    return entry;
  });
  const last = list.at(-1);
  return { list, next: rows.length > size && last !== undefined ? `${last.id}-${free}-${aside}` : null };
}

function positionOf(cursor: string): Position {
  const [, below, free, aside] = /^(\d{1,18})-(\d{1,18})-(\d{1,18})$/.exec(cursor) ?? [];
  if (below === undefined || free === undefined || aside === undefined) throw new Refusal('operationFailed');
  return { below: BigInt(below), free: BigInt(free), aside: BigInt(aside) };
}
