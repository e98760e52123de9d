import type { CheckedInput } from '#protocol/calls.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Queryable, Transaction } from '#server/core/store/database.ts';
import { type Level, shippedLevels } from './rules.ts';

/** The counts of somebody who invited, all zero for whoever did not. */
interface InviterRow {
  readonly direct: number;
  readonly indirect: number;
  readonly traded: number;
  readonly reversed: number;
}

/** Rebates in one coin; amounts in its smallest unit. */
export interface CoinRow {
  readonly asset: string;
  readonly held: bigint;
  readonly owed: bigint;
  readonly credited: bigint;
  readonly moved: bigint;
}

/** A week of the chart in one coin. */
export interface WeekRow {
  readonly week: number;
  readonly asset: string;
  readonly direct: bigint;
  readonly indirect: bigint;
  readonly fees: bigint;
  readonly reversed: bigint;
}

/** How a member is named before the name is masked. */
export interface Named {
  readonly email: string | null;
  readonly phone: string | null;
  readonly nickname: string | null;
}

export interface MemberRow extends Named {
  readonly row: bigint;
  readonly member: bigint;
  readonly since: number;
  readonly traded: boolean;
  readonly counts: boolean;
}

export interface SumRow {
  readonly member: bigint;
  readonly asset: string;
  readonly fees: bigint;
  readonly credited: bigint;
  readonly week: number;
  readonly weekCredited: bigint;
}

export interface RebateRow extends Named {
  readonly id: bigint;
  readonly generation: number;
  readonly period: number;
  readonly asset: string;
  readonly fee: bigint;
  readonly share: number | null;
  readonly units: bigint;
  readonly at: number;
}

/** Coins whose rebates are shown at once; there are never more of them than are listed. */
const coinsMost = 100;

/** Numbers come from the store as texts. */
type Texts<Row> = {
  readonly [Key in keyof Row]: bigint extends Row[Key] ? string : Row[Key];
};

/** Writes the levels that ship into an empty store. */
export async function seedLevels(client: Queryable, levels: readonly Level[] = shippedLevels): Promise<void> {
  await client.query(
    `INSERT INTO team_levels (level, members, direct, indirect)
     SELECT * FROM unnest($1::smallint[], $2::integer[], $3::integer[], $4::integer[])
      WHERE NOT EXISTS (SELECT FROM team_levels) ON CONFLICT DO NOTHING`,
    [
      levels.map(({ level }) => level),
      levels.map(({ members }) => members),
      levels.map(({ direct }) => direct),
      levels.map(({ indirect }) => indirect),
    ],
  );
}

/** What a user counts as an inviter. */
export async function inviterOf(client: Queryable, owner: bigint): Promise<InviterRow> {
  const { rows } = await client.query<InviterRow>(
    'SELECT direct, indirect, traded, reversed FROM team_inviters WHERE owner = $1',
    [owner],
  );
  return rows[0] ?? { direct: 0, indirect: 0, traded: 0, reversed: 0 };
}

/** A user's rebates by coin: what can be moved first, then by the coin. */
export async function coinsOf(client: Queryable, owner: bigint): Promise<CoinRow[]> {
  const { rows } = await client.query<Texts<CoinRow>>(
    `SELECT asset, held, owed, credited, moved FROM team_balances WHERE owner = $1
      ORDER BY held = 0, asset LIMIT ${coinsMost}`,
    [owner],
  );
  return rows.map(({ asset, held, owed, credited, moved }) => ({
    asset,
    held: BigInt(held),
    owed: BigInt(owed),
    credited: BigInt(credited),
    moved: BigInt(moved),
  }));
}

/** A user's weeks from one on, oldest first. */
export async function weeksOf(client: Queryable, owner: bigint, from: number): Promise<WeekRow[]> {
  const { rows } = await client.query<Texts<WeekRow>>(
    `SELECT week, asset, direct, indirect, fees, reversed FROM team_weeks WHERE owner = $1 AND week >= $2
      ORDER BY week, asset`,
    [owner, from],
  );
  return rows.map(({ week, asset, direct, indirect, fees, reversed }) => ({
    week,
    asset,
    direct: BigInt(direct),
    indirect: BigInt(indirect),
    fees: BigInt(fees),
    reversed: BigInt(reversed),
  }));
}

/** One page of rows read with one more than asked for. */
function pageOf<Row>(rows: readonly Row[], size: number, cursor: (row: Row) => bigint) {
  const list = rows.slice(0, size);
  const last = list.at(-1);
  return { list, next: rows.length > size && last !== undefined ? cursor(last).toString() : null };
}

function cursorOf({ cursor }: { readonly cursor?: string | undefined }): string | null {
  if (cursor !== undefined && !/^\d{1,18}$/.test(cursor)) throw new Refusal('operationFailed');
  return cursor ?? null;
}

/** Members of a generation, newest first. @throws Refusal `operationFailed` for an invalid cursor */
export async function membersOf(client: Queryable, owner: bigint, query: CheckedInput<'GET teamDetail'>) {
  const [column, refused] = query.generation === 'direct' ? ['direct', 'refused'] : ['indirect', 'refused_indirect'];
  const { rows } = await client.query<Texts<MemberRow>>(
    `WITH one AS MATERIALIZED (
       SELECT * FROM team_members WHERE ${column} = $1 AND row < coalesce($2::bigint, 9223372036854775807)
        ORDER BY row DESC LIMIT $3)
     SELECT row, member, since::float8 AS since, traded_at IS NOT NULL AS traded, ${refused} IS NULL AS counts,
            email, phone, nickname
       FROM one LEFT JOIN users ON users.id = member ORDER BY row DESC`,
    [owner, cursorOf(query), query.size + 1],
  );
  const members = rows.map((row): MemberRow => ({ ...row, row: BigInt(row.row), member: BigInt(row.member) }));
  return pageOf(members, query.size, ({ row }) => row);
}

/** What was credited for the fees of members, by coin. */
export async function sumsOf(client: Queryable, owner: bigint, members: readonly bigint[]): Promise<SumRow[]> {
  const { rows } = await client.query<Texts<Omit<SumRow, 'weekCredited'>> & { readonly week_credited: string }>(
    `SELECT member, asset, fees, credited, week, week_credited FROM team_sums
      WHERE owner = $1 AND member = ANY($2::bigint[]) ORDER BY member, credited DESC, asset`,
    [owner, members],
  );
  return rows.map((row) => ({
    member: BigInt(row.member),
    asset: row.asset,
    fees: BigInt(row.fees),
    credited: BigInt(row.credited),
    week: row.week,
    weekCredited: BigInt(row.week_credited),
  }));
}

/** A user's rebates, newest first. @throws Refusal `operationFailed` for an invalid cursor */
export async function rebatesOf(client: Queryable, owner: bigint, query: CheckedInput<'GET earningsPage'>) {
  const { rows } = await client.query<Texts<RebateRow>>(
    `WITH one AS MATERIALIZED (
       SELECT * FROM team_rebates WHERE owner = $1 AND id < coalesce($2::bigint, 9223372036854775807)
         ${query.show === 'reversed' ? 'AND units < 0' : ''} ORDER BY id DESC LIMIT $3)
     SELECT one.id, generation, period::float8 AS period, asset, fee, share, units, at::float8 AS at,
            email, phone, nickname
       FROM one LEFT JOIN users ON users.id = one.member ORDER BY one.id DESC`,
    [owner, cursorOf(query), query.size + 1],
  );
  const rebates = rows.map((row): RebateRow => ({
    ...row,
    id: BigInt(row.id),
    fee: BigInt(row.fee),
    units: BigInt(row.units),
  }));
  return pageOf(rebates, query.size, ({ id }) => id);
}

/**
 * Takes rebates out of a user's balance.
 *
 * @returns what is left
 * @throws Refusal `insufficientWalletBalance` when it holds less
 */
export async function takeHeld(tx: Transaction, owner: bigint, asset: string, units: bigint): Promise<bigint> {
  const { rows } = await tx.client.query<{ held: string }>(
    `UPDATE team_balances SET held = held - $3, moved = moved + $3 WHERE owner = $1 AND asset = $2 AND held >= $3
     RETURNING held`,
    [owner, asset, units],
  );
  if (rows[0] === undefined) throw new Refusal('insufficientWalletBalance');
  return BigInt(rows[0].held);
}
