import type { PoolClient } from 'pg';
import { numbersLiteral, textsLiteral } from '../store/array-literals.ts';
import type { Queryable } from '../store/database.ts';
import { readPartitions } from './partitions.ts';
import type { Partition } from './partitioned.ts';
import type { Totals } from './tally.ts';

/** Sums per account, by the texts of owner, wallet and asset: of available, frozen and locked. */
type AccountSums = Totals['sums'];

/** Accounts per statement. */
const accountsAtOnce = 2_000;

interface Sum {
  readonly owner: string;
  readonly wallet: string;
  readonly asset: string;
  readonly part: number;
  readonly amount: string;
  /** The last journal that changed the account. */
  readonly last: string;
}

function* portions(sums: AccountSums): Generator<Sum[]> {
  let portion: Sum[] = [];
  let accounts = 0;
  for (const [name, { amounts, last }] of sums) {
    const [owner = '', wallet = '', asset = ''] = name.split(' ');
    for (const [part, amount] of amounts.entries()) {
      if (amount !== null) portion.push({ owner, wallet, asset, part, amount: String(amount), last: String(last) });
    }
    accounts += 1;
    if (accounts % accountsAtOnce > 0) continue;
    yield portion;
    portion = [];
  }
  if (portion.length > 0) yield portion;
}

/** Keeps the sums of archived entries, and those of transactions that have entries elsewhere. */
export async function noteEntrySums(
  client: PoolClient,
  archive: bigint,
  partition: Partition,
  sums: AccountSums,
): Promise<void> {
  for (const portion of portions(sums)) {
    await client.query(
      `INSERT INTO archived_sums (archive, owner, wallet, asset, part, amount, last_journal)
       SELECT $7::bigint, given.* FROM ${given}`,
      [...arraysOf(portion), archive],
    );
  }
  await noteHalves(client, archive, partition);
}

/** Ids are drawn in the order of time, so that only the transactions of one moment are on both sides of a bound. */
async function noteHalves(client: PoolClient, archive: bigint, { name, lower, upper }: Partition): Promise<void> {
  await client.query(
    `WITH span AS MATERIALIZED (SELECT min(xid) AS first, max(xid) AS last FROM ${name}), shared AS MATERIALIZED (
       SELECT xid FROM ledger_entries WHERE id >= $3::bigint AND xid <= (SELECT last FROM span)
        UNION SELECT xid FROM ledger_entries WHERE id < $2::bigint AND xid >= (SELECT first FROM span)
        UNION SELECT xid FROM archived_halves
     )
     INSERT INTO archived_halves (archive, journal_id, xid, asset, moved, fee)
     SELECT $1::bigint, journal_id, xid, asset, sum(available) + sum(frozen) + sum(locked), sum(fee)
       FROM ${name} WHERE xid IN (SELECT xid FROM shared) GROUP BY journal_id, xid, asset`,
    [archive, lower, upper],
  );
}

/** Forgets what was kept of entries that are in the store again. */
export async function forgetEntrySums(client: Queryable, archive: bigint): Promise<void> {
  await client.query('DELETE FROM archived_sums WHERE archive = $1', [archive]);
  await client.query('DELETE FROM archived_halves WHERE archive = $1', [archive]);
}

/** What was kept differs from sums that were added up again, to an operator; empty when it does not. */
export async function wrongKeptSums(client: Queryable, archive: bigint, sums: AccountSums): Promise<string[]> {
  let kept = 0;
  for (const portion of portions(sums)) {
    kept += portion.length;
    const { rows } = await client.query<Sum & { said: string | null }>(
      `SELECT owner, wallet, asset, part, given.amount, held.amount AS said
         FROM ${given}
         LEFT JOIN (SELECT * FROM archived_sums WHERE archive = $7) AS held USING (owner, wallet, asset, part)
        WHERE (held.amount, held.last_journal) IS DISTINCT FROM (given.amount, given.last_journal) LIMIT 1`,
      [...arraysOf(portion), archive],
    );
    const [off] = rows;
    if (off !== undefined)
      return [`the store keeps ${off.said ?? 'nothing'} of ${nameOf(off)}, and it is ${off.amount}`];
  }
  const { rows } = await client.query<{ count: string }>('SELECT count(*) FROM archived_sums WHERE archive = $1', [
    archive,
  ]);
  return Number(rows[0]?.count) === kept ? [] : [`the store keeps ${rows[0]?.count} sums, and there are ${kept}`];
}

/**
 * Accounts whose sum in the audit's checkpoint is not what was archived of them together with the entries below the audit's
 * horizon, to an operator. Entries are read partition by partition and some accounts at a time.
 *
 * @param client in one snapshot
 */
export async function wrongCheckpoints(client: Queryable, sums: AccountSums): Promise<string[]> {
  const partitions = await readPartitions(client, 'ledger_entries');
  for (const portion of portions(sums)) {
    const wrong = await wrongCheckpointsOf(client, partitions, portion);
    if (wrong.length > 0) return wrong;
  }
  return [];
}

async function wrongCheckpointsOf(
  client: Queryable,
  partitions: readonly Partition[],
  portion: readonly Sum[],
): Promise<string[]> {
  const { rows } = await client.query<Sum & { checkpoint: string; archived: string | null }>(
    `SELECT owner, wallet, asset, part, coalesce(held.amount, 0) AS checkpoint,
            (SELECT sum(amount) FROM archived_sums AS kept
              WHERE kept.owner = given.owner AND kept.wallet = given.wallet AND kept.asset = given.asset
                AND kept.part = given.part) AS archived
       FROM ${given} LEFT JOIN audited_sums AS held USING (owner, wallet, asset, part)`,
    arraysOf(portion),
  );
  const owed = new Map(rows.map((row) => [nameOf(row), BigInt(row.archived ?? 0)]));
  const owners = `{${[...new Set(portion.map(({ owner }) => owner))].join(',')}}`;
  for (const { name } of partitions) {
    const { rows: left } = await client.query<Omit<Sum, 'last'>>(
      `SELECT owner, wallet, asset, part, sum(amount) AS amount
         FROM ${name} CROSS JOIN LATERAL (VALUES (0, available), (1, frozen), (2, locked)) AS side (part, amount)
        WHERE owner = ANY ($1::bigint[]) AND xid < (SELECT horizon::text::bigint FROM audit_state) AND amount <> 0
        GROUP BY owner, wallet, asset, part`,
      [owners],
    );
    for (const row of left) {
      const sum = owed.get(nameOf(row));
      if (sum !== undefined) owed.set(nameOf(row), sum + BigInt(row.amount));
    }
  }
  return rows.flatMap((row) => {
    const sum = owed.get(nameOf(row));
    return sum === BigInt(row.checkpoint)
      ? []
      : [`the audit’s sum of ${nameOf(row)} is ${row.checkpoint}, and archived and kept entries come to ${sum}`];
  });
}

const given = `unnest($1::bigint[], $2::smallint[], $3::text[], $4::smallint[], $5::numeric[], $6::bigint[])
                 AS given (owner, wallet, asset, part, amount, last_journal)`;

function arraysOf(portion: readonly Sum[]): string[] {
  return [
    `{${portion.map(({ owner }) => owner).join(',')}}`,
    `{${portion.map(({ wallet }) => wallet).join(',')}}`,
    textsLiteral(portion.map(({ asset }) => asset)),
    numbersLiteral(portion.map(({ part }) => part)),
    `{${portion.map(({ amount }) => amount).join(',')}}`,
    `{${portion.map(({ last }) => last).join(',')}}`,
  ];
}

const partNames = ['available', 'frozen', 'locked'];

function nameOf(sum: Pick<Sum, 'owner' | 'wallet' | 'asset' | 'part'>): string {
  return `${sum.owner}/${sum.wallet}/${sum.asset} ${partNames[sum.part]}`;
}
