import { createHash } from 'node:crypto';
import { dayMs } from '#protocol/core/durations.ts';
import type { Queryable } from '../store/database.ts';
import { readLinked } from './links.ts';

/** The head of a day: of two stores with the same head, every link up to the end of that day is the same. */
export interface Head {
  /** Days since the epoch, UTC. */
  readonly day: number;
  /** Links of that day. */
  readonly links: number;
  readonly hash: Buffer;
}

/** The date of a head, as in `2026-11-29`. */
export const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

/** How a head is published. */
export const headText = ({ day, links, hash }: Head): string =>
  `${dateOf(day)}: ${hash.toString('hex')} (${links} links of that day)`;

/** The heads, in an order. @param order SQL behind `ORDER BY` */
export async function readHeads(client: Queryable, order: 'day' | `day DESC LIMIT ${number}`): Promise<Head[]> {
  const { rows } = await client.query<{ day: string; links: string; hash: Buffer }>(
    `SELECT day, links, hash FROM record_heads ORDER BY ${order}`,
  );
  return rows.map(({ day, links, hash }) => ({ day: Number(day), links: Number(links), hash }));
}

/** The newest head; null where no day has one. */
export async function newestHead(client: Queryable): Promise<Head | null> {
  return (await readHeads(client, 'day DESC LIMIT 1'))[0] ?? null;
}

/** The head of a day, from what was linked within it. @param former the hash of the head before; null for the first */
export async function headOf(client: Queryable, day: number, former: Buffer | null): Promise<Head> {
  const sum = createHash('sha256')
    .update(former ?? '')
    .update(`${dateOf(day)}\n`);
  let links = 0;
  for await (const hashes of readLinked(client, day * dayMs, (day + 1) * dayMs)) {
    links += hashes.length;
    for (const hash of hashes) sum.update(hash);
  }
  return { day, links, hash: sum.digest() };
}
