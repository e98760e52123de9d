import { minuteMs } from '../../../protocol/core/durations.ts';
import type { Job } from '../jobs/jobs.ts';
import type { Logger } from '../log/log.ts';
import type { Database } from '../store/database.ts';
import { writeHeads } from './head-writes.ts';
import { headText } from './heads.ts';

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

/** Chains rows from before, and writes the head of each day. */
export function recordsJobs({ background, logger }: RecordsDeps): Job[] {
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
