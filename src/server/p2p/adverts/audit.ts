import type { AuditPart, RowCheck } from '#server/core/ledger/audit-parts.ts';
import { walletNumber } from '#server/core/ledger/balance-row.ts';

/**
 * What was offered is what is left and what was ordered: of cancelled orders those whose coins are not offered again. What was
 * cancelled before that was kept is offered again while the advert is listed; of one that was withdrawn nobody knows.
 */
const offered: RowCheck = {
  name: 'adverts: offered',
  table: 'adverts',
  open: "state = 'listed'",
  asset: 'item.asset',
  beside: `CROSS JOIN LATERAL (
    SELECT coalesce(sum(units) FILTER (WHERE state <> 'cancelled' OR offered_again IS false), 0) AS units,
           coalesce(bool_or(state = 'cancelled' AND offered_again IS NULL), false) AS has_unknown
      FROM fiat_orders WHERE advert = item.id) AS ordered`,
  wrong: `item.units <> item.remaining + ordered.units AND NOT (item.state <> 'listed' AND ordered.has_unknown)`,
  says: `'advert ' || item.id || ' offered something else than is left and was ordered'`,
};

/** What must hold of every advert. */
const advertRows: readonly RowCheck[] = [offered];

/** What listed sell adverts hold: everything that can still be ordered; and what was offered is that and what was ordered. */
export const advertsAudit: AuditPart = {
  name: 'adverts',
  rows: advertRows,
  holds: `
    SELECT owner, ${walletNumber('fiat')}::smallint AS wallet, asset, remaining::numeric AS frozen, 0::numeric AS locked
      FROM adverts WHERE state = 'listed' AND side = 'sell' AND remaining > 0`,
};
