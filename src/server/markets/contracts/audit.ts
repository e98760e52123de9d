import type { Queryable } from '../../core/store/database.ts';
import type { Ms } from '../../../protocol/core/brand.ts';
import type { AuditFinding, AuditPart } from '../../core/ledger/audit-parts.ts';
import { sumOfAdded } from '../../core/ledger/audit-sums.ts';
import { insuranceEntries } from './liquidations/insurance-entries.ts';
import { settlingAsset } from './listed-contracts.ts';
import { contractRows } from './row-checks.ts';
import { listedWallets, wrongSides } from './rows/both-sides.ts';

const finding = (text: string): AuditFinding => ({ asset: settlingAsset, text });

/** What liquidations paid into or took from the insurance fund and the shortfall matches their closings. */
async function wrongInsurance(client: Queryable, now: Ms): Promise<AuditFinding[]> {
  let booked = 0n;
  for (const { sum, owner, kind } of insuranceEntries) {
    const entries = `SELECT id, at, available AS amount FROM ledger_entries
                      WHERE owner = ${owner} AND kind = '${kind}' AND id > $1`;
    booked += await sumOfAdded(client, sum, entries, now);
  }
  const closings = 'SELECT id, at, insurance AS amount FROM contract_closings WHERE insurance <> 0 AND id > $1';
  const said = await sumOfAdded(client, 'contract closings', closings, now);
  return booked === said ? [] : [finding(`insurance and shortfall moved by ${booked} and closings say ${said}`)];
}

/**
 * What resting orders and open positions hold, the accounts of contracts against their rows, and positions against their
 * closings.
 */
export function contractsAudit(clock: () => number): AuditPart {
  return {
    name: 'contracts',
    rows: contractRows,
    holds: `
      SELECT owner, wallet, '${settlingAsset}' AS asset, reserve::numeric AS frozen, 0::numeric AS locked
        FROM contract_orders JOIN ${listedWallets} USING (contract) WHERE status = 'open'
       UNION ALL
      SELECT owner, wallet, '${settlingAsset}', 0, margin::numeric
        FROM contract_positions JOIN ${listedWallets} USING (contract) WHERE lots > 0`,
    async find(client) {
      return [...(await wrongSides(client)), ...(await wrongInsurance(client, clock()))];
    },
  };
}
