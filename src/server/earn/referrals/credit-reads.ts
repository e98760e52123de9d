import type { Units } from '#protocol/core/brand.ts';
import type { Queryable, Transaction } from '#server/core/store/database.ts';
import { lockInviters } from './reading.ts';
import type { Credited, Level, RebateBalance, RefusedFor } from './rules.ts';

/** Fees of one payer and coin that are due. */
export interface DueFee {
  readonly payer: bigint;
  readonly asset: string;
  readonly fee: Units;
}

/** Due fees of one period and wallet. */
export interface DueBatch {
  readonly period: number;
  readonly wallet: number;
  readonly fees: readonly DueFee[];
}

/** A payer with whom they came by, and what makes the levels of those two. */
export interface Payer {
  readonly member: bigint;
  readonly direct: bigint;
  readonly indirect: bigint | null;
  readonly refused: RefusedFor | null;
  readonly refusedIndirect: RefusedFor | null;
  readonly traded: number;
  readonly tradedIndirect: number;
}

/** A rebate of one person for the fees of one member in one coin. */
export interface Rebate extends Credited {
  readonly owner: bigint;
  readonly member: bigint;
  readonly generation: 1 | 2;
  readonly asset: string;
  readonly fee: Units;
  readonly share: number;
}

/** The levels, in ascending order. */
export async function readLevels(client: Queryable): Promise<Level[]> {
  const { rows } = await client.query<Level>('SELECT level, members, direct, indirect FROM team_levels ORDER BY level');
  return rows;
}

/** The next fees of closed periods, of one period and wallet; locked. @param halted coins whose rebates wait */
export async function dueBatch(
  tx: Transaction,
  closedUntil: number,
  halted: readonly string[],
  most: number,
): Promise<DueBatch | null> {
  const { rows } = await tx.client.query<{
    period: string;
    wallet: number;
    payer: string;
    asset: string;
    fee: string;
  }>(
    `WITH next AS (
       SELECT period, wallet FROM team_fees WHERE NOT credited AND period < $1 AND asset <> ALL($2::text[])
        ORDER BY period, wallet, payer LIMIT 1)
     SELECT period, wallet, payer, asset, fee FROM team_fees
      WHERE NOT credited AND asset <> ALL($2::text[]) AND (period, wallet) = (SELECT period, wallet FROM next)
      ORDER BY payer, asset LIMIT $3 FOR UPDATE`,
    [closedUntil, halted, most],
  );
  const [first] = rows;
  if (first === undefined) return null;
  return {
    period: Number(first.period),
    wallet: first.wallet,
    fees: rows.map(({ payer, asset, fee }) => ({ payer: BigInt(payer), asset, fee: BigInt(fee) })),
  };
}

const sameDocument = (owner: string) => `EXISTS (
  SELECT FROM verifications AS mine JOIN verifications AS theirs ON theirs.document_key = mine.document_key
   WHERE mine.owner = member AND theirs.owner = ${owner})`;

/**
 * Refuses members who showed the document of the one they came by, however it was decided. Whoever was counted for a level
 * is taken out of the count.
 */
export async function refuseSameDocuments(tx: Transaction, payers: readonly bigint[]): Promise<void> {
  const { rows } = await tx.client.query<{ direct: string }>(
    `WITH seen AS (
       SELECT member, refused AS was, ${sameDocument('direct')} AS own, ${sameDocument('indirect')} AS above
         FROM team_members WHERE member = ANY($1::bigint[])
          AND EXISTS (SELECT FROM verifications WHERE owner = member)
     )
     UPDATE team_members AS held
        SET refused = CASE WHEN own THEN coalesce(refused, 'document') ELSE refused END,
            refused_indirect = CASE WHEN above THEN coalesce(refused_indirect, 'document') ELSE refused_indirect END
       FROM seen
      WHERE held.member = seen.member AND ((own AND refused IS NULL) OR (above AND refused_indirect IS NULL))
     RETURNING CASE WHEN own AND was IS NULL AND traded_at IS NOT NULL THEN direct END AS direct`,
    [payers],
  );
  const owners = rows.flatMap(({ direct }) => (direct === null ? [] : [BigInt(direct)]));
  if (owners.length === 0) return;
  await lockInviters(tx, owners);
  await tx.client.query(
    `UPDATE team_inviters SET traded = traded - gone.count
       FROM (SELECT one AS owner, count(*)::int AS count FROM unnest($1::bigint[]) AS one GROUP BY one) AS gone
      WHERE team_inviters.owner = gone.owner`,
    [owners],
  );
}

/** Payers with the two above them. */
export async function readPayers(tx: Transaction, payers: readonly bigint[]): Promise<ReadonlyMap<bigint, Payer>> {
  const { rows } = await tx.client.query<{
    member: string;
    direct: string;
    indirect: string | null;
    refused: RefusedFor | null;
    refused_indirect: RefusedFor | null;
    traded: number | null;
    traded_indirect: number | null;
  }>(
    `SELECT member, team_members.direct, team_members.indirect, refused, refused_indirect,
            own.traded, above.traded AS traded_indirect
       FROM team_members
       LEFT JOIN team_inviters AS own ON own.owner = team_members.direct
       LEFT JOIN team_inviters AS above ON above.owner = team_members.indirect
      WHERE member = ANY($1::bigint[])`,
    [payers],
  );
  return new Map(
    rows.map((row) => [
      BigInt(row.member),
      {
        member: BigInt(row.member),
        direct: BigInt(row.direct),
        indirect: row.indirect === null ? null : BigInt(row.indirect),
        refused: row.refused,
        refusedIndirect: row.refused_indirect,
        traded: row.traded ?? 0,
        tradedIndirect: row.traded_indirect ?? 0,
      },
    ]),
  );
}

/** Names what was credited to one person for one member in one coin. */
export function sumKey(owner: bigint, member: bigint, asset: string): string {
  return `${owner}/${member}/${asset}`;
}

/** What was credited so far for the fees of members, by `sumKey`. */
export async function readSums(tx: Transaction, members: readonly Payer[]): Promise<ReadonlyMap<string, Credited>> {
  const pairs = members.flatMap(({ member, direct, indirect }) => [
    { owner: direct, member },
    ...(indirect === null ? [] : [{ owner: indirect, member }]),
  ]);
  const { rows } = await tx.client.query<{
    owner: string;
    member: string;
    asset: string;
    fees: string;
    credited: string;
  }>(
    `SELECT owner, member, asset, fees, credited FROM team_sums
       JOIN unnest($1::bigint[], $2::bigint[]) AS wanted (owner, member) USING (owner, member)`,
    [pairs.map(({ owner }) => owner), pairs.map(({ member }) => member)],
  );
  return new Map(
    rows.map((row) => [
      sumKey(BigInt(row.owner), BigInt(row.member), row.asset),
      { fees: BigInt(row.fees), credited: BigInt(row.credited) },
    ]),
  );
}

/** Locks balances of rebates, in the order of owner and coin; missing ones are created empty. */
export async function lockRebates(
  tx: Transaction,
  keys: readonly { readonly owner: bigint; readonly asset: string }[],
): Promise<ReadonlyMap<string, RebateBalance>> {
  const given = [keys.map(({ owner }) => owner), keys.map(({ asset }) => asset)];
  await tx.client.query(
    `INSERT INTO team_balances (owner, asset)
     SELECT owner, asset FROM unnest($1::bigint[], $2::text[]) AS wanted (owner, asset) ORDER BY owner, asset
     ON CONFLICT DO NOTHING`,
    given,
  );
  const { rows } = await tx.client.query<{ owner: string; asset: string; held: string; owed: string }>(
    `SELECT owner, asset, held, owed FROM team_balances
       JOIN unnest($1::bigint[], $2::text[]) AS wanted (owner, asset) USING (owner, asset)
      ORDER BY owner, asset FOR UPDATE OF team_balances`,
    given,
  );
  return new Map(rows.map((row) => [`${row.owner}/${row.asset}`, { held: BigInt(row.held), owed: BigInt(row.owed) }]));
}
