import type { AuditPart } from '../../core/ledger/audit-parts.ts';
import { walletNumber } from '../../core/ledger/balance-row.ts';
import { optionRows } from './row-checks.ts';
import { optionAsset } from './rules.ts';

/** Balances held by stakes until their round is settled; pools, and what each stake won. */
export const optionsAudit: AuditPart = {
  name: 'options',
  rows: optionRows,
  holds: `
    SELECT owner, ${walletNumber('option')}::smallint AS wallet, '${optionAsset}' AS asset, stake::numeric AS frozen,
           0::numeric AS locked
      FROM option_entries WHERE outcome IS NULL`,
};
