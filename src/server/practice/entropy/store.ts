import type { Database } from '#server/core/store/database.ts';
import { bytesOf, levelRow, type LevelRow } from './level-row.ts';
import { chainSeconds } from './secret-chain.ts';

/** A stored chain. */
interface ChainRow {
  readonly from: number;
  readonly commitment: string;
  readonly seed: Buffer;
}

/** A chain and the walks of some pairs through it. */
export interface DrawnChain extends ChainRow {
  readonly levels: ReadonlyMap<string, LevelRow>;
}

interface StoredLevels {
  readonly pair: string;
  readonly from_second: string;
  readonly before_seed: string | null;
  readonly levels: Buffer;
}

const asRow = ({ from_second: from, before_seed: seed, levels }: StoredLevels) =>
  levelRow(Number(from), seed === null ? null : Number(seed), levels);

/** The chains that end after a second, and at least the newest one, oldest first. */
export async function loadChains({ pool }: Pick<Database, 'pool'>, second: number): Promise<DrawnChain[]> {
  const { rows } = await pool.query<{ from_second: string; commitment: string; seed: Buffer }>(
    `SELECT from_second, commitment, seed FROM entropy_chains
      WHERE from_second > least($1, (SELECT max(from_second) - 1 FROM entropy_chains)) ORDER BY from_second`,
    [second - chainSeconds],
  );
  const chains: DrawnChain[] = [];
  for (const { from_second: from, commitment, seed } of rows) {
    const { rows: levels } = await pool.query<StoredLevels>('SELECT * FROM simulated_levels WHERE from_second = $1', [
      from,
    ]);
    chains.push({
      from: Number(from),
      commitment,
      seed,
      levels: new Map(levels.map((row) => [row.pair, asRow(row)])),
    });
  }
  return chains;
}

/** The first walk of each pair. */
export async function firstLevels({ pool }: Pick<Database, 'pool'>): Promise<Map<string, LevelRow>> {
  const { rows } = await pool.query<StoredLevels>(
    'SELECT DISTINCT ON (pair) * FROM simulated_levels ORDER BY pair, from_second',
  );
  return new Map(rows.map((row) => [row.pair, asRow(row)]));
}

/** The walks of a pair that overlap `[fromSecond, toSecond]`, and the next one, oldest first. */
export async function levelsBetween(
  { pool }: Pick<Database, 'pool'>,
  pair: string,
  fromSecond: number,
  toSecond: number,
): Promise<LevelRow[]> {
  const { rows } = await pool.query<StoredLevels>(
    `SELECT * FROM simulated_levels
      WHERE pair = $1 AND from_second > $2
        AND from_second <= coalesce(
          (SELECT min(from_second) FROM simulated_levels WHERE pair = $1 AND from_second > $3), $3)
      ORDER BY from_second`,
    [pair, fromSecond - chainSeconds, toSecond],
  );
  return rows.map(asRow);
}

/** Writes a chain with its walks, which publishes it. It is not valid before this returns. */
export async function writeChain(database: Pick<Database, 'transaction'>, chain: DrawnChain, at: number) {
  await database.transaction(async (tx) => {
    await tx.client.query(
      'INSERT INTO entropy_chains (from_second, commitment, seed, drawn_at) VALUES ($1, $2, $3, $4)',
      [chain.from, chain.commitment, chain.seed, at],
    );
    await tx.client.query(insertLevels, levelValues(chain));
  });
}

/** Adds walks of pairs to an existing chain: those that were not listed when it was drawn. */
export async function addLevels({ pool }: Pick<Database, 'pool'>, chain: Pick<DrawnChain, 'from' | 'levels'>) {
  await pool.query(insertLevels, levelValues(chain));
}

const insertLevels = `INSERT INTO simulated_levels (pair, from_second, before_seed, levels)
  SELECT pair, $4, before_seed, levels FROM unnest($1::text[], $2::bigint[], $3::bytea[]) AS new (pair, before_seed, levels)`;

function levelValues({ from, levels }: Pick<DrawnChain, 'from' | 'levels'>): unknown[] {
  const rows = [...levels.values()];
  return [[...levels.keys()], rows.map(({ beforeSeed }) => beforeSeed), rows.map(bytesOf), from];
}

/** How far the prices were shown, or null if never. */
export async function readMark({ pool }: Pick<Database, 'pool'>): Promise<number | null> {
  const { rows } = await pool.query<{ second: string }>('SELECT second FROM entropy_mark');
  return rows[0] === undefined ? null : Number(rows[0].second);
}

export async function writeMark({ pool }: Pick<Database, 'pool'>, second: number): Promise<void> {
  await pool.query(
    `INSERT INTO entropy_mark (id, second) VALUES (1, $1)
     ON CONFLICT (id) DO UPDATE SET second = greatest(entropy_mark.second, excluded.second)`,
    [second],
  );
}
