import { minuteMs } from '#protocol/core/durations.ts';
import type { Clock } from '../clock/clock.ts';
import { isLockTimeout } from '../failures/postgres-errors.ts';
import type { Job } from '../jobs/jobs.ts';
import type { Logger } from '../log/log.ts';
import type { Database } from '../store/database.ts';
import { keepAhead } from './ahead.ts';
import type { PartitionedTable } from './partitioned.ts';

/** A table that is written to this fast leaves its partition within a quarter of an hour at the earliest. */
const everyMs = minuteMs;
/** Runs of one table in a row that may find it in use, before the job counts as failing. */
const usedRunsMax = 10;

interface PartitionsDeps {
  /** Its statements have no time limit. */
  readonly upkeep: Database;
  readonly tables: readonly PartitionedTable[];
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Makes partitions ready before anything is written. What must be read for that is left to the job. */
export async function preparePartitions({ upkeep, tables, clock }: PartitionsDeps): Promise<void> {
  for (const table of tables) await keepAhead(upkeep, table, { now: clock(), narrow: false });
}

/** Keeps partitions ready while the exchange runs. */
export function partitionsJob({ upkeep, tables, clock, logger }: PartitionsDeps): Job {
  const usedRuns = new Map<string, number>();
  return {
    name: 'keep partitions ahead',
    everyMs,
    async run(isClosed) {
      for (const table of tables) {
        if (isClosed()) return;
        try {
          const { created, narrowed } = await keepAhead(upkeep, table, { now: clock(), narrow: true });
          usedRuns.delete(table.table);
          if (narrowed !== null) {
            logger.warn(
              { table: table.table, partition: narrowed },
              'rows behind the last bound got their own partition',
            );
          }
          if (created.length > 0) logger.info({ table: table.table, partitions: created }, 'partitions were created');
        } catch (error) {
          // Some transaction held the table for longer than writers should wait. There is time: two partitions stand ready.
          const runs = (usedRuns.get(table.table) ?? 0) + 1;
          usedRuns.set(table.table, runs);
          if (!isLockTimeout(error) || runs > usedRunsMax) throw error;
          logger.info({ table: table.table }, 'partitions are made with the next run: the table was in use');
        }
      }
    },
  };
}
