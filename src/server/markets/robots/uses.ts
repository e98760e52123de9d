import type { Queryable, Transaction } from '#server/core/store/database.ts';
import type { RobotRow } from './tables.ts';

/**
 * How often products were used (product specification point 3, “usage count”). A use is a robot that was started of a
 * product, which is a strategy on a first pair; going on after a pause is the same use. Each robot has its number among all
 * of its product and among its owner’s, so that the newest number is the count, whatever the number of robots.
 */

/** A strategy on a first pair. */
type Product = Pick<RobotRow, 'strategy' | 'pair'>;

/** The numbers of a use, from 1 on. */
type Use = Pick<RobotRow, 'productUse' | 'ownUse'>;

/** Advisory locks of products: the first of their two keys. */
const useLock = 7_243_102;

/** The numbers of a robot that is about to be written. Holds the product until the commit, so that none is given twice. */
export async function nextUse({ client }: Transaction, { strategy, pair }: Product, owner: bigint): Promise<Use> {
  await client.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [useLock, `${strategy} ${pair}`]);
  // A statement of its own: it sees what was committed before the lock was had.
  const { rows } = await client.query<{ of_all: number | null; of_owner: number | null }>(
    `SELECT (SELECT max(product_use) FROM robots WHERE strategy = $1 AND pair = $2) AS of_all,
            (SELECT max(own_use) FROM robots WHERE owner = $3 AND strategy = $1 AND pair = $2) AS of_owner`,
    [strategy, pair, owner],
  );
  return { productUse: (rows[0]?.of_all ?? 0) + 1, ownUse: (rows[0]?.of_owner ?? 0) + 1 };
}

/** How often the owner of each robot has used its product so far, by the robot’s id. */
export async function readOwnUses(client: Queryable, ids: readonly bigint[]): Promise<Map<bigint, number>> {
  const { rows } = await client.query<{ id: string; uses: number }>(
    `SELECT own.id, (SELECT max(own_use) FROM robots AS used
                      WHERE used.owner = own.owner AND used.strategy = own.strategy AND used.pair = own.pair) AS uses
       FROM robots AS own WHERE own.id = ANY($1::bigint[])`,
    [ids],
  );
  return new Map(rows.map(({ id, uses }) => [BigInt(id), uses]));
}

/** How often all users have used each of these products so far, in their order. */
export async function readProductUses(client: Queryable, products: readonly Product[]): Promise<number[]> {
  const { rows } = await client.query<{ uses: number | null }>(
    `SELECT (SELECT max(product_use) FROM robots AS used
              WHERE used.strategy = wanted.strategy AND used.pair = wanted.pair) AS uses
       FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS wanted (strategy, pair, nth) ORDER BY nth`,
    [products.map(({ strategy }) => strategy), products.map(({ pair }) => pair)],
  );
  return products.map((_, nth) => rows[nth]?.uses ?? 0);
}
