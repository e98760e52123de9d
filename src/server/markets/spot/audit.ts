import { assetScale } from '../../core/assets.ts';
import type { AuditPart } from '../../core/ledger/audit-parts.ts';
import { pairs } from '../pairs.ts';

/** Every pair ever listed, with its coins and the units of one base, as rows of a query. */
const listed = pairs.map(
  ({ id, base, quote }) => `('${id}', '${base}', '${quote}', ${10n ** BigInt(assetScale(base))}::numeric)`,
);

/** What open spot orders hold: the rest of a sell, and the cost of the rest of a buy at its price. */
export const spotAudit: AuditPart = {
  name: 'spot',
  holds: `
    SELECT owner, 0::smallint AS wallet, CASE side WHEN 'buy' THEN quote ELSE base END AS asset,
           CASE side WHEN 'buy' THEN div(price::numeric * (amount - filled), unit) ELSE amount - filled END AS frozen,
           0::numeric AS locked
      FROM spot_orders JOIN (VALUES ${listed.join(', ')}) AS listed (pair, base, quote, unit) USING (pair)
     WHERE status = 'open'`,
};
