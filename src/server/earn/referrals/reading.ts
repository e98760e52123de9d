import { firstRobot, houseOwners } from '#server/core/ledger/account.ts';
import type { Database, Transaction } from '#server/core/store/database.ts';
import { addEarlierMembers } from './joining.ts';
import { type Cycle, aheadMs, periodOf } from './rules.ts';

/** Transactions whose entries are read at once: bounds a step however long the exchange stood still. */
const transactionsAtOnce = 20_000n;

/** Kinds of journals that pay a fee for trading; those of moving coins and of holding a position overnight do not count. */
const feeKinds = "'trade', 'fee', 'contract-open', 'contract-close', 'convert', 'option-settlement'";

/**
 * Fees that invited users paid, and got back, in a span of transactions. Spot trading writes its fee on the payer's row.
 * Contracts, conversions and fees given back are postings of the fee account in a journal with one user. A round of
 * options has one posting for all, and its entries say who paid how much. What a robot paid, its owner did.
 */
const paidFees = `
  WITH seen AS MATERIALIZED (
    SELECT journal_id, owner, wallet, asset, available, fee, kind, reference, at FROM ledger_entries
     WHERE xid >= $1::bigint AND xid < $2::bigint AND kind IN (${feeKinds})
  ), posted AS (
    SELECT * FROM seen WHERE owner = ${houseOwners.fees} AND fee = 0
  ), paid AS (
    SELECT owner AS payer, wallet, asset, fee, at FROM seen WHERE owner >= 100000 AND fee <> 0
    UNION ALL
    SELECT one.owner, posted.wallet, posted.asset, posted.available, posted.at
      FROM posted JOIN (SELECT DISTINCT journal_id, owner FROM seen WHERE owner >= 100000) AS one USING (journal_id)
     WHERE posted.kind IN ('fee', 'contract-open', 'contract-close', 'convert')
    UNION ALL
    SELECT entry.owner, posted.wallet, posted.asset, entry.fee, posted.at
      FROM posted JOIN option_entries AS entry ON entry.round_id = posted.reference::bigint
     WHERE posted.kind = 'option-settlement' AND entry.fee > 0
  )`;

interface Paid {
  readonly payer: string;
  readonly wallet: number;
  readonly asset: string;
  readonly paid: string;
  readonly returned: string;
  /** Whether any fee was paid, also if it was given back. */
  readonly traded: boolean;
  readonly at: number;
}

/** Begins reading at what is written from now on, in a store that never did. */
export async function beginReading(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    const { rowCount } = await tx.client.query(
      `INSERT INTO team_reading (horizon) VALUES (pg_snapshot_xmin(pg_current_snapshot())::text::bigint)
       ON CONFLICT DO NOTHING`,
    );
    if (rowCount === 1) await addEarlierMembers(tx.client);
  });
}

/**
 * Reads the next span of the ledger into `team_fees`, each entry exactly once. A fee counts for the period it was paid in,
 * or for the first that is still open when that one is being credited.
 *
 * @returns whether there is more to read
 */
function readFees(database: Database, cycle: Cycle): Promise<boolean> {
  return database.transaction(async (tx) => {
    const { horizon, closedUntil } = await lockReading(tx);
    const { rows: now } = await tx.client.query<{ until: string }>(
      'SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS until',
    );
    const safe = BigInt(now[0]?.until ?? 0);
    if (safe <= horizon) return false;
    const until = safe - horizon > transactionsAtOnce ? horizon + transactionsAtOnce : safe;
    const { rows } = await tx.client.query<Paid>(
      `${paidFees}
       SELECT member AS payer, wallet, asset, sum(greatest(fee, 0)) AS paid, sum(greatest(-fee, 0)) AS returned,
              bool_or(fee > 0) AS traded, min(at)::float8 AS at
         FROM paid LEFT JOIN robots ON robots.id = paid.payer - ${firstRobot}
         JOIN team_members ON member = coalesce(robots.owner, paid.payer)
        GROUP BY member, wallet, asset, floor((at + $3) / $4::float8)`,
      [horizon, until, aheadMs(cycle), cycle.lengthMs],
    );
    await addFees(tx, rows, (at) => Math.max(periodOf(at, cycle), closedUntil));
    await tx.client.query('UPDATE team_reading SET horizon = $1', [until]);
    return until < safe;
  });
}

/**
 * Reads the ledger as far as its transactions have ended. Where nothing new has, nothing is locked.
 *
 * @returns the first transaction that is not read yet
 */
export async function readSoFar(database: Database, cycle: Cycle): Promise<bigint> {
  const look = async () => {
    const { rows } = await database.pool.query<{ horizon: string; until: string }>(
      'SELECT horizon, pg_snapshot_xmin(pg_current_snapshot())::text AS until FROM team_reading',
    );
    return { horizon: BigInt(rows[0]?.horizon ?? 0), until: BigInt(rows[0]?.until ?? 0) };
  };
  const { horizon, until } = await look();
  if (until <= horizon) return horizon;
  while (await readFees(database, cycle));
  return (await look()).horizon;
}

/** Locks where reading stands. */
export async function lockReading(
  tx: Transaction,
): Promise<{ readonly horizon: bigint; readonly closedUntil: number }> {
  const { rows } = await tx.client.query<{ horizon: string; closed_until: string }>(
    'SELECT horizon, closed_until FROM team_reading FOR UPDATE',
  );
  const [row] = rows;
  if (row === undefined) throw new Error('fees are not being read');
  return { horizon: BigInt(row.horizon), closedUntil: Number(row.closed_until) };
}

async function addFees(tx: Transaction, rows: readonly Paid[], periodAt: (at: number) => number): Promise<void> {
  if (rows.length === 0) return;
  await tx.client.query(
    `INSERT INTO team_fees AS held (period, payer, wallet, asset, fee, paid, returned)
     SELECT period, payer, wallet, asset, sum(paid - returned), sum(paid), sum(returned)
       FROM unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::text[], $5::bigint[], $6::bigint[])
            AS read (period, payer, wallet, asset, paid, returned)
      GROUP BY period, payer, wallet, asset ORDER BY period, payer, wallet, asset
     ON CONFLICT (period, payer, wallet, asset) DO UPDATE
        SET fee = held.fee + excluded.fee, paid = held.paid + excluded.paid, returned = held.returned + excluded.returned`,
    [
      rows.map(({ at }) => periodAt(at)),
      rows.map(({ payer }) => payer),
      rows.map(({ wallet }) => wallet),
      rows.map(({ asset }) => asset),
      rows.map(({ paid }) => paid),
      rows.map(({ returned }) => returned),
    ],
  );
  await markTraders(tx, rows);
}

/** Whoever paid a fee has traded: the level of their inviter counts them once. */
async function markTraders(tx: Transaction, rows: readonly Paid[]): Promise<void> {
  const traders = rows.filter(({ traded }) => traded);
  const { rows: first } = await tx.client.query<{ direct: string | null }>(
    `UPDATE team_members SET traded_at = paid.at
       FROM (SELECT payer, min(at) AS at FROM unnest($1::bigint[], $2::bigint[]) AS one (payer, at) GROUP BY payer) AS paid
      WHERE member = paid.payer AND traded_at IS NULL
     RETURNING CASE WHEN refused IS NULL THEN direct END AS direct`,
    [traders.map(({ payer }) => payer), traders.map(({ at }) => at)],
  );
  const owners = first.map(({ direct }) => direct).filter((direct) => direct !== null);
  if (owners.length === 0) return;
  await lockInviters(tx, owners.map(BigInt));
  await tx.client.query(
    `UPDATE team_inviters AS held SET traded = held.traded + added.count
       FROM (SELECT owner, count(*)::int AS count FROM unnest($1::bigint[]) AS one (owner) GROUP BY owner) AS added
      WHERE held.owner = added.owner`,
    [owners],
  );
}

/** Locks the counts of inviters, in the order of their ids. */
export async function lockInviters(tx: Transaction, owners: readonly bigint[]): Promise<void> {
  await tx.client.query('SELECT FROM team_inviters WHERE owner = ANY($1::bigint[]) ORDER BY owner FOR UPDATE', [
    owners,
  ]);
}
