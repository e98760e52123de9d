import type { Ms } from '../../../protocol/core/brand.ts';
import { dayMs, minuteMs } from '../../../protocol/core/durations.ts';
import { writeOperatorLog } from '../gate/operator-log.ts';
import type { Database, Queryable } from '../store/database.ts';
import { dateOf, type Head, headOf, headText, newestHead } from './heads.ts';

/** A day has its head this long after its end: no transaction that linked within it is still running. */
const settledAfterMs = 15 * minuteMs;
/** Who signs the lines of the operators' log that publish a head. */
const signer = 'the exchange';

/**
 * Writes the heads of the days that are over, and publishes each as a line of the operators' log.
 *
 * @param now epoch milliseconds, by the clock of PostgreSQL, which dates the links
 * @returns the heads, oldest first
 */
export async function writeHeads(database: Database, now: Ms): Promise<Head[]> {
  const written: Head[] = [];
  for (;;) {
    const former = await newestHead(database.pool);
    const day = former === null ? await firstDay(database.pool) : former.day + 1;
    if (day === null || now < (day + 1) * dayMs + settledAfterMs) return written;
    const head = await headOf(database.pool, day, former?.hash ?? null);
    const isNew = await database.transaction(async (tx) => {
      const { rowCount } = await tx.client.query(
        'INSERT INTO record_heads (day, links, hash, at) VALUES ($1, $2, $3, $4) ON CONFLICT (day) DO NOTHING',
        [day, head.links, head.hash, now],
      );
      if (rowCount === 0) return false;
      const act = { what: 'record-head', scope: null, subject: dateOf(day), sessions: [] } as const;
      await writeOperatorLog(tx, act, { by: signer, reason: headText(head), at: now });
      return true;
    });
    if (isNew) written.push(head);
  }
}

async function firstDay(client: Queryable): Promise<number | null> {
  const { rows } = await client.query<{ at: string | null }>('SELECT min(at) AS at FROM record_links');
  const at = rows[0]?.at ?? null;
  return at === null ? null : Math.floor(Number(at) / dayMs);
}
