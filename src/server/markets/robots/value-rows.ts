import { and, asc, isNotNull, lte } from 'drizzle-orm';
import type { Ms, Units } from '#protocol/core/brand.ts';
import type { Database, Queryable, Transaction } from '#server/core/store/database.ts';
import { withCoins } from './store.ts';
import { type robotDays, robots, robotValues, type RobotRow } from './tables.ts';

type Drizzle = Pick<Database, 'drizzle'>;

/** A day of a robot. */
export type RobotDayRow = typeof robotDays.$inferSelect;

/** A value of a robot at a time. */
interface ValueThen {
  readonly at: Ms;
  readonly value: Units;
}

/** The newest values of each robot, oldest first. */
export async function readValues(
  client: Queryable,
  ids: readonly bigint[],
  most: number,
): Promise<Map<bigint, ValueThen[]>> {
  const { rows } = await client.query<{ robot: string; at: string; value: string }>(
    `SELECT last.* FROM unnest($1::bigint[]) AS wanted (robot)
      CROSS JOIN LATERAL (
        SELECT robot, at, value FROM robot_values WHERE robot = wanted.robot ORDER BY at DESC LIMIT $2
      ) AS last ORDER BY last.robot, last.at`,
    [ids, most],
  );
  const found = new Map<bigint, ValueThen[]>();
  for (const { robot, at, value } of rows) {
    const values = found.get(BigInt(robot)) ?? [];
    values.push({ at: Number(at), value: BigInt(value) });
    found.set(BigInt(robot), values);
  }
  return found;
}

/** Writes a value of a robot, unless it has one of that time. */
export async function writeValue({ drizzle }: Drizzle, robot: bigint, { at, value }: ValueThen): Promise<void> {
  await drizzle.insert(robotValues).values({ robot, at, value }).onConflictDoNothing();
}

/** Robots whose value is due, the longest due first, locked; those that a step holds are left to the next look. */
export async function lockDueValues(tx: Transaction, now: Ms, limit: number): Promise<RobotRow[]> {
  const rows = await tx.drizzle
    .select()
    .from(robots)
    .where(and(isNotNull(robots.valueAt), lte(robots.valueAt, now)))
    .orderBy(asc(robots.valueAt), asc(robots.id))
    .limit(limit)
    .for('no key update', { skipLocked: true });
  return withCoins(tx, rows);
}

/** Writes days that are over, or that robots ended in. */
export async function writeDays({ client }: Transaction, days: readonly RobotDayRow[]): Promise<void> {
  if (days.length === 0) return;
  await client.query(
    `INSERT INTO robot_days AS own (robot, day, owner, income, fees, trades)
     SELECT * FROM unnest($1::bigint[], $2::int[], $3::bigint[], $4::bigint[], $5::bigint[], $6::int[])
     ON CONFLICT (robot, day) DO UPDATE
        SET income = own.income + excluded.income, fees = own.fees + excluded.fees, trades = own.trades + excluded.trades`,
    [
      days.map(({ robot }) => robot),
      days.map(({ day }) => day),
      days.map(({ owner }) => owner),
      days.map(({ income }) => income),
      days.map(({ fees }) => fees),
      days.map(({ trades }) => trades),
    ],
  );
}

/** Writes values that were taken, and when the next ones are due; after a day that is over the next one begins. */
export async function writeValued(
  { client }: Transaction,
  valued: readonly { readonly row: Pick<RobotRow, 'id'>; readonly value: Units }[],
  { at, nextAt, today }: { readonly at: Ms; readonly nextAt: Ms; readonly today: number },
): Promise<void> {
  if (valued.length === 0) return;
  const taken = [valued.map(({ row }) => row.id), valued.map(({ value }) => value)];
  await client.query(
    `INSERT INTO robot_values (robot, at, value) SELECT robot, $3, value FROM unnest($1::bigint[], $2::bigint[])
            AS taken (robot, value)
     ON CONFLICT DO NOTHING`,
    [...taken, at],
  );
  await client.query(
    `UPDATE robots SET value_at = $3,
            day_value = CASE WHEN day < $4 THEN value ELSE day_value END,
            day_fees = CASE WHEN day < $4 THEN fees ELSE day_fees END,
            day_trades = CASE WHEN day < $4 THEN trades ELSE day_trades END,
            day = greatest(day, $4)
       FROM unnest($1::bigint[], $2::bigint[]) AS taken (robot, value) WHERE id = robot`,
    [...taken, nextAt, today],
  );
}

/** A day of one person’s robots together. */
interface DaySum {
  readonly day: number;
  readonly income: Units;
  readonly fees: Units;
  readonly trades: number;
}

/** Days that are written, newest first: of all robots of a person, or of one. */
export async function sumDays(
  client: Queryable,
  owner: bigint,
  { robot, before, limit }: { readonly robot: bigint | null; readonly before: number; readonly limit: number },
): Promise<DaySum[]> {
  const { rows } = await client.query<{ day: number; income: string; fees: string; trades: string }>(
    robot === null
      ? `SELECT day, sum(income) AS income, sum(fees) AS fees, sum(trades) AS trades FROM robot_days
          WHERE owner = $1 AND day < $2 GROUP BY day ORDER BY day DESC LIMIT $3`
      : `SELECT day, income, fees, trades FROM robot_days
          WHERE owner = $1 AND day < $2 AND robot = $4 ORDER BY day DESC LIMIT $3`,
    [owner, before, limit, ...(robot === null ? [] : [robot])],
  );
  return rows.map(({ day, income, fees, trades }) => ({
    day,
    income: BigInt(income),
    fees: BigInt(fees),
    trades: Number(trades),
  }));
}
