import { and, asc, desc, eq, inArray, lt, ne, sql } from 'drizzle-orm';
import type { Ms } from '#protocol/core/brand.ts';
import { furtherCoins } from '#protocol/robots/maths/basket.ts';
import { bodyHash } from '#server/core/idempotency/body-hash.ts';
import { robotOwner } from '#server/core/ledger/account.ts';
import { bytesLiteral, numbersLiteral } from '#server/core/store/array-literals.ts';
import type { Database, Queryable, Transaction } from '#server/core/store/database.ts';
import type { SpotOrder } from '../spot/order.ts';
import { requestKeyOf } from '../spot/order-lookups.ts';
import { type OrderRow, toSpotOrder } from '../spot/order-row.ts';
import type { RobotChange } from './robot-row.ts';
import {
  robotCoins,
  robotOrders,
  robots,
  robotTrades,
  type CoinRow,
  type RobotOrderRow,
  type RobotRow,
  type RobotTradeRow,
} from './tables.ts';

type Drizzle = Pick<Database, 'drizzle'>;

/** The call under which orders of robots are placed: keys of one call do not meet those of another. */
const call = 'robot order';

/** The key of an order of a robot: however often it is sent, it is the same order. */
export function orderKey({
  robot,
  ref,
  side,
  ticks,
  lots,
  leverage,
  closesAt,
}: Pick<RobotOrderRow, 'robot' | 'ref' | 'side' | 'ticks' | 'lots' | 'leverage' | 'closesAt'>) {
  const opening = leverage === null ? {} : { leverage, closesAt };
  return { call, key: `${call} ${robot} ${ref}`, bodyHash: bodyHash({ side, ticks, lots, ...opening }) } as const;
}

type StoredRobot = typeof robots.$inferSelect;

/** Robots with the further coins of those that have any. */
export async function withCoins({ drizzle }: Drizzle, rows: readonly StoredRobot[]): Promise<RobotRow[]> {
  const baskets = rows.flatMap(({ id, parameters }) => (furtherCoins(parameters).length === 0 ? [] : [id]));
  const coins =
    baskets.length === 0
      ? []
      : await drizzle.select().from(robotCoins).where(inArray(robotCoins.robot, baskets)).orderBy(asc(robotCoins.coin));
  const coinsOfRobot = Map.groupBy(coins, ({ robot }) => robot);
  return rows.map((row) => ({ ...row, others: coinsOfRobot.get(row.id) ?? [] }));
}

async function oneWithCoins(drizzle: Drizzle, row: StoredRobot | undefined): Promise<RobotRow | null> {
  if (row === undefined) return null;
  const [found] = await withCoins(drizzle, [row]);
  return found ?? null;
}

/** Writes a robot, with its further coins, of which it holds nothing yet. */
export async function insertRobot(
  { drizzle }: Drizzle,
  row: typeof robots.$inferInsert,
  further: readonly Pick<CoinRow, 'pair' | 'base'>[],
): Promise<RobotRow> {
  const [written] = await drizzle.insert(robots).values(row).returning();
  if (written === undefined) throw new Error('a robot was not written');
  const others = further.map(({ pair, base }, nth) => ({
    robot: written.id,
    coin: nth + 1,
    pair,
    base,
    held: 0n,
    cost: 0n,
    costFees: 0n,
  }));
  if (others.length > 0) await drizzle.insert(robotCoins).values(others);
  return { ...written, others };
}

/** A robot, locked until the end of the transaction; null when there is none. */
export async function lockRobot(tx: Transaction, id: bigint): Promise<RobotRow | null> {
  const [row] = await tx.drizzle.select().from(robots).where(eq(robots.id, id)).for('no key update');
  return oneWithCoins(tx, row);
}

/** A robot of one person; null for any other. */
export async function findRobot(database: Drizzle, owner: bigint, id: bigint): Promise<RobotRow | null> {
  const [row] = await database.drizzle
    .select()
    .from(robots)
    .where(and(eq(robots.id, id), eq(robots.owner, owner)));
  return oneWithCoins(database, row);
}

/** Changes a robot that is locked. @param row as it is */
export async function writeRobot(
  { drizzle }: Drizzle,
  { id, others: before }: Pick<RobotRow, 'id' | 'others'>,
  { others = before, ...change }: RobotChange,
): Promise<RobotRow> {
  const [written] = await drizzle.update(robots).set(change).where(eq(robots.id, id)).returning();
  if (written === undefined) throw new Error(`robot ${id} is gone`);
  for (const [nth, { coin, held, cost, costFees }] of others.entries()) {
    if (others[nth] === before[nth]) continue;
    const own = and(eq(robotCoins.robot, id), eq(robotCoins.coin, coin));
    await drizzle.update(robotCoins).set({ held, cost, costFees }).where(own);
  }
  return { ...written, others };
}

/** How many robots of a person have not ended. */
export async function countOpen({ client }: Transaction, owner: bigint): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    "SELECT count(*) AS count FROM robots WHERE owner = $1 AND state <> 'stopped'",
    [owner],
  );
  return Number(rows[0]?.count ?? 0);
}

/** Robots of a person, newest first, one more than a page. */
export async function listRobots(
  database: Drizzle,
  owner: bigint,
  { before, ended, limit }: { readonly before: bigint | null; readonly ended: boolean; readonly limit: number },
): Promise<RobotRow[]> {
  const rows = await database.drizzle
    .select()
    .from(robots)
    .where(
      and(
        eq(robots.owner, owner),
        ended ? eq(robots.state, 'stopped') : ne(robots.state, 'stopped'),
        before === null ? undefined : lt(robots.id, before),
      ),
    )
    .orderBy(desc(robots.id))
    .limit(limit);
  return withCoins(database, rows);
}

/** Robots that have not ended, by id, above one: for the start of the exchange. */
export async function readActive(database: Drizzle, above: bigint, limit: number): Promise<RobotRow[]> {
  const rows = await database.drizzle
    .select()
    .from(robots)
    .where(and(ne(robots.state, 'stopped'), sql`${robots.id} > ${above}`))
    .orderBy(asc(robots.id))
    .limit(limit);
  return withCoins(database, rows);
}

/** Orders that a robot wants or has in the book, in the order they were wanted. */
export function readOrders({ drizzle }: Drizzle, robot: bigint): Promise<RobotOrderRow[]> {
  return drizzle.select().from(robotOrders).where(eq(robotOrders.robot, robot)).orderBy(asc(robotOrders.ref));
}

/** Those of a robot’s orders that were placed, by their numbers, all as of one moment. */
export async function readPlaced(
  client: Queryable,
  robot: bigint,
  orders: readonly RobotOrderRow[],
): Promise<Map<number, SpotOrder>> {
  if (orders.length === 0) return new Map();
  const known = orders.filter(({ order }) => order !== null);
  const unknown = orders.filter(({ order }) => order === null);
  const { rows } = await client.query<OrderRow & { ref: number }>({
    name: 'robots-placed',
    text: `SELECT wanted.ref, stored.* FROM unnest($2::int[], $3::bigint[]) AS wanted (ref, id)
             JOIN spot_orders AS stored ON stored.owner = $1 AND stored.id = wanted.id
           UNION ALL
           SELECT wanted.ref, stored.* FROM unnest($4::int[], $5::bytea[]) AS wanted (ref, key)
             JOIN spot_orders AS stored ON stored.owner = $1 AND stored.request_key = wanted.key`,
    values: [
      robotOwner(robot),
      numbersLiteral(known.map(({ ref }) => ref)),
      numbersLiteral(known.map(({ order }) => order)),
      numbersLiteral(unknown.map(({ ref }) => ref)),
      bytesLiteral(
        unknown.map((order) => {
          const { key, bodyHash: hash } = orderKey(order);
          return requestKeyOf(key, hash).key;
        }),
      ),
    ],
  });
  return new Map(rows.map((row) => [row.ref, toSpotOrder(row)]));
}

/** What became of a robot’s orders in a step. */
interface OrderChanges {
  readonly wanted: readonly RobotOrderRow[];
  readonly changed: readonly RobotOrderRow[];
  /** Numbers of those that are accounted for to their end. */
  readonly ended: readonly number[];
}

/** Writes what became of a robot’s orders. */
export async function writeOrders(tx: Transaction, robot: bigint, changes: OrderChanges): Promise<void> {
  const { wanted, changed, ended } = changes;
  if (ended.length > 0) {
    await tx.client.query('DELETE FROM robot_orders WHERE robot = $1 AND ref = ANY($2::int[])', [robot, ended]);
  }
  if (changed.length > 0) {
    await tx.client.query(
      `UPDATE robot_orders AS own
          SET leaving = now.leaving, order_id = now.order_id, filled = now.filled, filled_total = now.total, fee = now.fee,
              rests = now.rests, later_fee = now.later_fee, closed = now.closed, realized = now.realized
         FROM unnest($2::int[], $3::boolean[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::boolean[],
                     $9::bigint[], $10::bigint[], $11::bigint[])
              AS now (ref, leaving, order_id, filled, total, fee, rests, later_fee, closed, realized)
        WHERE own.robot = $1 AND own.ref = now.ref`,
      [
        robot,
        changed.map(({ ref }) => ref),
        changed.map(({ leaving }) => leaving),
        changed.map(({ order }) => order),
        changed.map(({ filled }) => filled),
        changed.map(({ filledTotal }) => filledTotal),
        changed.map(({ fee }) => fee),
        changed.map(({ rests }) => rests),
        changed.map(({ laterFee }) => laterFee),
        changed.map(({ closed }) => closed),
        changed.map(({ realized }) => realized),
      ],
    );
  }
  if (wanted.length > 0) await tx.drizzle.insert(robotOrders).values([...wanted]);
}

/** Writes fills, oldest first. */
export async function writeTrades(
  { drizzle }: Drizzle,
  fills: readonly (Omit<typeof robotTrades.$inferInsert, 'id'> & { readonly at: Ms })[],
): Promise<void> {
  if (fills.length > 0) await drizzle.insert(robotTrades).values([...fills]);
}

/** Fills of a robot, newest first, one more than a page. */
export function listTrades(
  { drizzle }: Drizzle,
  robot: bigint,
  before: bigint | null,
  limit: number,
): Promise<RobotTradeRow[]> {
  return drizzle
    .select()
    .from(robotTrades)
    .where(and(eq(robotTrades.robot, robot), before === null ? undefined : lt(robotTrades.id, before)))
    .orderBy(desc(robotTrades.id))
    .limit(limit);
}
