import type { Pool } from 'pg';
import type { FiatOrderEvent, FiatParty } from '../../../../protocol/entities/fiat-trade.ts';

/** Lines of one order that are read at most; limits on the sides keep their number far below. */
const linesMax = 200;

interface Line {
  readonly by: FiatParty;
  /** Epoch milliseconds. */
  readonly at: number;
}

type StoredLine<Kind extends Line> = Omit<Kind, 'at'> & { readonly at: string };

/** What happened to an order, oldest first. */
export function readEvents(pool: Pool, order: bigint): Promise<FiatOrderEvent[]> {
  return readLines(pool, `SELECT what, by, at FROM fiat_order_events WHERE fiat_order = $1 ORDER BY id`, order);
}

/** Pictures that its sides gave as proofs. */
export function readProofs(pool: Pool, order: bigint): Promise<(Line & { readonly file: string })[]> {
  return readLines(pool, `SELECT file, by, at FROM fiat_proofs WHERE fiat_order = $1 ORDER BY at, file`, order);
}

/** What its sides said in an appeal. */
export function readStatements(pool: Pool, order: bigint): Promise<(Line & { readonly text: string })[]> {
  return readLines(pool, `SELECT by, text, at FROM fiat_statements WHERE fiat_order = $1 ORDER BY id`, order);
}

async function readLines<Kind extends Line>(pool: Pool, query: string, order: bigint): Promise<Kind[]> {
  const { rows } = await pool.query<StoredLine<Kind>>(`${query} LIMIT ${linesMax}`, [order]);
  return rows.map((line) => ({ ...line, at: Number(line.at) }) as unknown as Kind);
}
