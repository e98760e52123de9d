import type { Queryable } from '../../core/store/database.ts';
import type { Ms } from '../../../protocol/brand.ts';
import { houseOwners } from '../../core/ledger/account.ts';
import { type AuditFinding, type AuditLook, type AuditPart, rowsPerCheckMax } from '../../core/ledger/audit-parts.ts';
import { sumOfAdded } from '../../core/ledger/audit-sums.ts';
import { walletNumber } from '../../core/ledger/balance-row.ts';
import { insuranceEntries } from './liquidations/insurance-entries.ts';
import { settlingAsset } from './listed-contracts.ts';

/** Every contract with the number of its wallet, as rows of a query. */
const listed = `(SELECT id AS contract, CASE wallet WHEN 'gold' THEN ${walletNumber('gold')}::smallint
                                                ELSE ${walletNumber('contract')}::smallint END AS wallet
                   FROM listed_contracts) AS listed`;

/** Open positions whose history is checked per run. */
const positionsAtOnce = 20_000;

const finding = (text: string): AuditFinding => ({ asset: settlingAsset, text });

/** What the two sides of open positions still owe each other equals the difference of their costs, per wallet. */
async function wrongClearing(client: Queryable): Promise<AuditFinding[]> {
  const { rows } = await client.query<{ wallet: number; held: string; owed: string }>(
    `SELECT wallet, sum(held) AS held, -sum(owed) AS owed FROM (
       SELECT wallet, available::numeric AS held, 0::numeric AS owed FROM balances WHERE owner = $1 AND asset = $2
       UNION ALL
       SELECT wallet, 0, CASE side WHEN 'long' THEN cost ELSE -cost END
         FROM contract_positions JOIN ${listed} USING (contract) WHERE lots > 0
       UNION ALL
       SELECT wallet, 0, CASE side WHEN 'long' THEN cost ELSE -cost END FROM contract_nets JOIN ${listed} USING (contract)
     ) AS sides GROUP BY wallet HAVING sum(held) <> -sum(owed)`,
    [houseOwners.clearing, settlingAsset],
  );
  return rows.map(({ wallet, held, owed }) =>
    finding(`clearing of wallet ${wallet} is ${held} and open positions say ${owed}`),
  );
}

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

/** The open part of a position equals what was opened less what was closed. */
async function wrongPositions(
  client: Queryable,
  after: number,
  { full }: AuditLook,
): Promise<{ found: AuditFinding[]; last: number }> {
  const { rows } = await client.query<{ id: string; wrong: boolean }>(
    `SELECT position.id,
            position.lots + closed.lots <> position.opened_lots OR position.cost + closed.cost <> position.opened_cost
              OR closed.profit <> position.realised OR closed.fee <> position.close_fee AS wrong
       FROM (SELECT * FROM contract_positions WHERE lots > 0 AND id > $1 ORDER BY id LIMIT $2) AS position
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(lots), 0) AS lots, coalesce(sum(cost), 0) AS cost, coalesce(sum(profit), 0) AS profit,
               coalesce(sum(fee), 0) AS fee
          FROM contract_closings AS closing
         WHERE closing.owner = position.owner AND closing.id > position.id AND closing.position = position.id) AS closed
      ORDER BY position.id`,
    [full ? 0 : after, full ? null : positionsAtOnce],
  );
  const wrong = rows.filter((row) => row.wrong).slice(0, rowsPerCheckMax);
  const found = wrong.map(({ id }) => finding(`position ${id} is not what was opened less what was closed`));
  return { found, last: rows.length < positionsAtOnce ? 0 : Number(rows.at(-1)?.id ?? 0) };
}

/**
 * What resting orders and open positions hold, and the accounts of contracts against their rows. Closed positions are
 * not read; of open ones a fixed number is compared with their closings per run, in rotation.
 */
export function contractsAudit(clock: () => number): AuditPart {
  let after = 0;
  return {
    name: 'contracts',
    holds: `
      SELECT owner, wallet, '${settlingAsset}' AS asset, reserve::numeric AS frozen, 0::numeric AS locked
        FROM contract_orders JOIN ${listed} USING (contract) WHERE status = 'open'
       UNION ALL
      SELECT owner, wallet, '${settlingAsset}', 0, margin::numeric
        FROM contract_positions JOIN ${listed} USING (contract) WHERE lots > 0`,
    async find(client, look) {
      const { found, last } = await wrongPositions(client, after, look);
      after = last;
      return [...(await wrongClearing(client)), ...(await wrongInsurance(client, clock())), ...found];
    },
  };
}
