import type { Queryable } from '#server/core/store/database.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import { holdFaults, rowFaults } from '#server/core/ledger/testing.ts';
import { optionsAudit } from '../options/audit.ts';
import { contractsAudit } from './audit.ts';
import { wrongSides } from './rows/both-sides.ts';

/** Accounts from this id on are users'. */
const firstUser = 100_000n;

/** How many journals of a kind each of their references has, in one reading of the ledger, as a table of a query. */
function journalsOf(kind: string): string {
  return `(SELECT reference, count(DISTINCT journal_id) AS journals FROM ledger_entries WHERE kind = '${kind}' GROUP BY reference)`;
}

/**
 * Invariants of contracts and options, for tests. While the exchange runs, read it in one snapshot.
 *
 * @returns one line per fault
 */
export async function contractFaults(client: Queryable): Promise<string[]> {
  const faults: string[] = [];
  const find = async (text: string, sql: string, parameters: readonly unknown[] = []) => {
    const { rows } = await client.query<Readonly<Record<string, unknown>>>(sql, [...parameters]);
    for (const row of rows) faults.push(`${text}: ${JSON.stringify(row)}`);
  };
  await find(
    'less than nothing',
    'SELECT owner, wallet FROM balances WHERE owner >= $1 AND least(available, frozen, locked) < 0',
    [firstUser],
  );
  await find(
    'a position is not what was opened less what was closed',
    `SELECT position.id FROM contract_positions AS position LEFT JOIN contract_closings AS closing ON closing.position = position.id
      GROUP BY position.id
     HAVING position.lots + coalesce(sum(closing.lots), 0) <> position.opened_lots
         OR coalesce(sum(closing.profit), 0) <> position.realised OR coalesce(sum(closing.fee), 0) <> position.close_fee
         OR position.cost + coalesce(sum(closing.cost), 0) <> position.opened_cost`,
  );
  await find(
    'closings and their journals differ',
    `SELECT position.id FROM contract_positions AS position
       LEFT JOIN ${journalsOf('contract-close')} AS closed ON closed.reference = position.id::text
      WHERE (SELECT count(*) FROM contract_closings WHERE position = position.id) <> coalesce(closed.journals, 0)`,
  );
  const parts = [contractsAudit(() => 0), optionsAudit];
  faults.push(...(await rowFaults(client, parts)), ...(await wrongSides(client)).map(({ text }) => text));
  for (const part of ['frozen', 'locked'] as const) {
    faults.push(...(await holdFaults(client, ['contract', 'gold', 'option'], parts, { part, from: firstUser })));
  }
  await find(
    'the two sides do not owe each other what their costs say',
    `SELECT sum(amount) AS off FROM (
       SELECT available AS amount FROM balances WHERE owner = $1
       UNION ALL SELECT CASE side WHEN 'long' THEN cost ELSE -cost END FROM contract_positions
       UNION ALL SELECT CASE side WHEN 'long' THEN cost ELSE -cost END FROM contract_nets) AS side HAVING sum(amount) <> 0`,
    [houseOwners.clearing],
  );
  await find(
    'a round was not settled once',
    `SELECT round.id, round.phase, round.entries FROM option_rounds AS round
       LEFT JOIN ${journalsOf('option-settlement')} AS settled ON settled.reference = round.id::text
      WHERE coalesce(settled.journals, 0)
         <> CASE WHEN phase IN ('settled', 'void') AND entries > 0 THEN 1 ELSE 0 END`,
  );
  await find(
    'an entry was not paid once',
    `SELECT entry.id, entry.outcome FROM option_entries AS entry JOIN option_rounds AS round ON round.id = round_id
       LEFT JOIN (SELECT reference, owner, sum(available) AS back, sum(frozen) AS released
                    FROM ledger_entries WHERE kind = 'option-settlement'
                   GROUP BY reference, owner) AS paid ON paid.reference = round.id::text AND paid.owner = entry.owner
       LEFT JOIN ${journalsOf('option-stake')} AS staked ON staked.reference = entry.id::text
      WHERE (entry.outcome IS NULL) <> (phase NOT IN ('settled', 'void'))
         OR coalesce(released, 0) <> CASE WHEN outcome IS NULL THEN 0 ELSE -stake END
         OR coalesce(back, 0) <> CASE WHEN outcome IS NULL OR outcome = 'loss' THEN 0 ELSE stake + profit END
         OR staked.journals IS DISTINCT FROM 1`,
  );
  await find(
    'margin was locked or let go twice',
    `SELECT position.id FROM contract_positions AS position
       LEFT JOIN (SELECT reference, sum(locked) AS locked FROM ledger_entries WHERE kind LIKE 'contract-%' GROUP BY reference)
         AS held ON held.reference = position.id::text
      WHERE margin <> coalesce(held.locked, 0)`,
  );
  return faults;
}
