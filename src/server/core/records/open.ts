import type { Area } from '../areas/area.ts';
import type { CoreDeps } from '../areas/core-deps.ts';
import { createRecordHandlers, type RecordHandlers } from './calls.ts';
import { recordsJobs } from './records-jobs.ts';

/** Opens the records: their chains are completed, and the head of each day is written and shown to everybody. */
export function openRecords(
  deps: Pick<CoreDeps, 'database' | 'background' | 'clock' | 'logger'>,
): Area<RecordHandlers> {
  return { calls: createRecordHandlers(deps), jobs: recordsJobs(deps) };
}
