import type { PoolClient } from 'pg';
import type { Queryable } from '../store/database.ts';
import type { PartitionStep } from './rules.ts';

/** What the rows of one account or pair come to. */
export interface GroupSums {
  /** A sum per column, null where every row has zero. */
  readonly amounts: readonly (bigint | null)[];
  /** Up to where it goes: the highest journal, or the highest key. */
  readonly last: bigint;
}

/** A partition of a table: keys from its lower bound on and below its upper one; null for no bound. */
export interface Partition {
  readonly name: string;
  readonly lower: bigint | null;
  readonly upper: bigint | null;
}

/** A table that grows for ever, in partitions by a key that grows with time. */
export interface PartitionedTable {
  readonly table: string;
  /** The column it is partitioned by; with another one it is the primary key. */
  readonly key: string;
  /** The column with the time of a row, in epoch milliseconds. */
  readonly time: string;
  readonly step: PartitionStep;
  /** SQL of the highest key that may be written now; `$1` is the time in epoch milliseconds. */
  readonly newest: string;
  /**
   * Columns that are summed, each by some others: what a file and its manifest must agree on besides the rows. The highest value
   * of `last` says up to where each sum goes.
   */
  readonly sums: { readonly by: readonly string[]; readonly of: readonly string[]; readonly last: string };
  /**
   * Whether older rows must be archived before: readers then see a history that begins later, and none with a hole in it.
   */
  readonly oldestFirst: boolean;
  /** What the store keeps of archived rows besides their sums; null where nobody needs more. */
  readonly kept: KeptOfArchived | null;
  /** What may still need rows of a partition. */
  readonly needs: readonly ArchiveNeed[];
}

/** What the store keeps of archived rows so that audits stay what they are. All within the caller's transaction. */
interface KeptOfArchived {
  readonly note: (
    client: PoolClient,
    archive: bigint,
    partition: Partition,
    sums: ReadonlyMap<string, GroupSums>,
  ) => Promise<void>;
  readonly forget: (client: Queryable, archive: bigint) => Promise<void>;
  /** How it differs from the sums of a file, to an operator; empty when it does not. */
  readonly wrong: (client: Queryable, archive: bigint, sums: ReadonlyMap<string, GroupSums>) => Promise<string[]>;
}

/** A reader of old rows, as far as it may not find them gone. */
export interface ArchiveNeed {
  /** The source that reads them, for whoever changes either side. */
  readonly reader: string;
  /** Says what stands against archiving a partition, to an operator; null for nothing. */
  readonly find: (client: Queryable, partition: Partition) => Promise<string | null>;
}
