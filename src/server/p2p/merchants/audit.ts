import { merchantDepositAsset } from '#protocol/p2p/currencies.ts';
import type { AuditPart } from '#server/core/ledger/audit-parts.ts';
import { walletNumber } from '#server/core/ledger/balance-row.ts';

/** What merchant deposits hold. */
export const merchantsAudit: AuditPart = {
  name: 'merchants',
  holds: `
    SELECT owner, ${walletNumber('fiat')}::smallint AS wallet, '${merchantDepositAsset}' AS asset, 0::numeric AS frozen,
           units::numeric AS locked
      FROM merchants WHERE units > 0`,
};
