import type { PartitionedTable } from '../core/archives/partitioned.ts';
import { partitionedEntries } from './entries.ts';
import { partitionedMinutes } from './minutes.ts';
import { partitionedTrades } from './trades.ts';

/** Every table that is partitioned by time. */
export const partitionedTables: readonly PartitionedTable[] = [
  partitionedEntries,
  partitionedTrades,
  partitionedMinutes,
];
