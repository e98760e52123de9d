import { type AuditFinding, type AuditPart, type RowCheck, rowsPerCheckMax } from '#server/core/ledger/audit-parts.ts';
import { walletNumber } from '#server/core/ledger/balance-row.ts';
import { merchantDepositAsset } from '#protocol/p2p/currencies.ts';
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

/** What must hold of every P2P order. */
const orderRows: readonly RowCheck[] = [penalties];

/** Escrow of the orders that are looked at, beside what each should hold: its coins while open, and nothing after. */
const apart = (orders: string, side: string) => `
  SELECT fiat_orders.asset, fiat_orders.id, coalesce(held.available, 0) AS held,
         CASE WHEN ended_at IS NULL THEN units ELSE 0 END AS owed
    FROM fiat_orders ${side} JOIN balances AS held
      ON held.owner = -fiat_orders.id AND held.wallet = ${walletNumber('fiat')} AND held.asset = fiat_orders.asset
   WHERE ${orders} AND coalesce(held.available, 0) <> CASE WHEN ended_at IS NULL THEN units ELSE 0 END`;

/**
 * Escrow accounts hold exactly the coins of open orders: every open order has all of its coins there, and an order that
 * ended since the last check has none.
 */
export const ordersAudit: AuditPart = {
  name: 'fiat orders',
  rows: orderRows,
  async find(client, { since, full }): Promise<AuditFinding[]> {
    const ended = full ? 'ended_at IS NOT NULL' : 'ended_at >= $1';
    const { rows } = await client.query<{ asset: string; id: string; held: string; owed: string }>(
      `SELECT * FROM (${apart('ended_at IS NULL', 'LEFT')} UNION ALL ${apart(ended, '')}) AS side
        ORDER BY id LIMIT ${rowsPerCheckMax}`,
      full ? [] : [since],
    );
    const nameless = full ? await accountsOfNoOrder(client) : [];
    return [
      ...rows.map(({ asset, id, held, owed }) => ({
        asset,
        text: `escrow of fiat order ${id} holds ${held}, and the order has ${owed}`,
      })),
      ...nameless,
    ];
  },
};

async function accountsOfNoOrder(client: Parameters<NonNullable<AuditPart['find']>>[0]): Promise<AuditFinding[]> {
  const { rows } = await client.query<{ owner: string; asset: string }>(
    `SELECT owner, asset FROM balances
      WHERE owner < 0 AND (available <> 0 OR frozen <> 0 OR locked <> 0)
        AND (wallet <> ${walletNumber('fiat')} OR NOT EXISTS (
              SELECT FROM fiat_orders WHERE id = -balances.owner AND fiat_orders.asset = balances.asset))
      LIMIT ${rowsPerCheckMax}`,
  );
  return rows.map(({ owner, asset }) => ({ asset, text: `escrow account ${owner} of ${asset} is of no fiat order` }));
}
