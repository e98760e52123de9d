import type { Area } from '../areas/area.ts';
import type { CoreDeps } from '../areas/core-deps.ts';
import { recordHeadDaysMax } from '#protocol/records/entities.ts';
import type { Handlers } from '../handler.ts';
import { sharedReading } from '../pacing/shared-reading.ts';
import { dateOf, readHeads, headText, type Head, headOf, newestHead } from './heads.ts';
import { minuteMs, dayMs } from '#protocol/core/durations.ts';
import type { Job } from '../jobs/jobs.ts';
import type { Logger } from '../log/log.ts';
import type { Database, Queryable } from '../store/database.ts';
import type { Ms } from '#protocol/core/brand.ts';
import { writeOperatorLog } from '../gate/operator-log.ts';

/** The heads are read again after this: there is a new one once a day. */
const readAgainMs = 60_000;

type RecordHandlers = Pick<Handlers, 'GET common/recordHeads'>;

/** The handlers: one reading of the heads answers everybody for a minute. */
export function createRecordHandlers({ database, clock }: Pick<CoreDeps, 'database' | 'clock'>): RecordHandlers {
  const reading = sharedReading(clock, readAgainMs, async () => {
    const heads = await readHeads(database.pool, `day DESC LIMIT ${recordHeadDaysMax}`);
    return heads.map(({ day, hash, links }) => ({ date: dateOf(day), hash: hash.toString('hex'), links }));
  });
  return {
    async 'GET common/recordHeads'({ days }) {
      return { list: (await reading()).slice(0, days) };
    },
  };
}

/** Rows from before that one transaction links. */
const formerRowsAtOnce = 500;
const formerEveryMs = 1_000;
const headsEveryMs = 10 * minuteMs;

interface RecordsDeps {
  readonly background: Database;
  readonly logger: Logger;
}

/** Links the next rows from before their tables were chained. @returns whether there may be more */
export async function linkFormerRows({ pool }: Pick<Database, 'pool'>, most = formerRowsAtOnce): Promise<boolean> {
  const { rows } = await pool.query<{ source: string }>('SELECT source FROM record_backlog ORDER BY source LIMIT 1');
  const [next] = rows;
  if (next === undefined) return false;
  await pool.query('SELECT link_former_rows($1, $2)', [next.source, most]);
  return true;
}

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

/** Chains rows from before, and writes the head of each day. */
function recordsJobs({ background, logger }: RecordsDeps): Job[] {
  let isLinked = false;
  return [
    {
      name: 'chain records from before',
      everyMs: formerEveryMs,
      async run() {
        if (!isLinked) isLinked = !(await linkFormerRows(background));
      },
    },
    {
      name: 'publish heads of records',
      everyMs: headsEveryMs,
      async run() {
        const { rows } = await background.pool.query<{ now: string }>(
          'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000) AS now',
        );
        // The log of the process is kept elsewhere than the store: what it says cannot be changed with it.
        for (const head of await writeHeads(background, Number(rows[0]?.now ?? 0)))
          logger.info({ head: headText(head) }, 'the head of the records was published');
      },
    },
  ];
}

/** Opens the records: their chains are completed, and the head of each day is written and shown to everybody. */
export function openRecords(
  deps: Pick<CoreDeps, 'database' | 'background' | 'clock' | 'logger'>,
): Area<RecordHandlers> {
  return { calls: createRecordHandlers(deps), jobs: recordsJobs(deps) };
}
