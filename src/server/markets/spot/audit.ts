import type { AuditPart } from '../../core/ledger/audit-parts.ts';

/** What open spot orders hold: the rest of a sell, and the cost of the rest of a buy at its price. */
export const spotAudit: AuditPart = {
  name: 'spot',
  holds: `
    SELECT owner, 0::smallint AS wallet, CASE side WHEN 'buy' THEN quote ELSE base END AS asset,
           CASE side WHEN 'buy' THEN div(price::numeric * (amount - filled), 10::numeric ^ scale::numeric)
                     ELSE amount - filled END AS frozen,
           0::numeric AS locked
      FROM spot_orders
      JOIN listed_pairs AS listed ON listed.id = pair
      JOIN listed_coins AS coin ON coin.id = base
     WHERE status = 'open'`,
};
