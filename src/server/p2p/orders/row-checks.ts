import { merchantDepositAsset } from '#protocol/p2p/currencies.ts';
import type { RowCheck } from '#server/core/ledger/audit-parts.ts';
import { isWholeSince, movedFor } from '#server/core/ledger/audit-references.ts';

const sides = ['buyer', 'seller'] as const;

/**
 * What an order took of a merchant deposit is what the other side got of it; nothing before an arbiter decided. What was cut of
 * units times price is less than one unit of the money.
 */
const penalties: RowCheck = {
  name: 'fiat orders: penalties',
  table: 'fiat_orders',
  open: 'ended_at IS NULL',
  asset: `'${merchantDepositAsset}'`,
  beside: sides
    .map((side) => movedFor(`item.${side}`, 'item.id::text', `'${merchantDepositAsset}'`, `of_${side}`))
    .join('\n'),
  wrong: `CASE WHEN item.ended_at IS NOT NULL
      THEN ${isWholeSince('item.created_at')} AND item.penalty <> of_buyer.available + of_seller.available
      ELSE of_buyer.available + of_seller.available <> 0 OR (item.decision IS NULL AND item.penalty <> 0) END
    OR coalesce(item.rest >= 10::numeric ^ item.decimals, false)`,
  says: `'fiat order ' || item.id || ' took something else of a merchant deposit than the ledger'`,
};

/** What must hold of every fiat order. */
export const orderRows: readonly RowCheck[] = [penalties];
