/** Rows read at once. */
const readAtOnce = 1_000;
/** A transaction that stamped its change may commit this much later: changes are read again for as long. */
const lateCommitMs = 10_000;

/** Where a reader of changes is: rows are stamped with the time of their last change, then ordered by an id. */
export interface ChangeMark {
  readonly updatedAt: number;
  readonly id: bigint;
}

/** A table that is followed. */
interface Followed<Row extends { readonly updatedAt: number }> {
  /** Changes before this moment are known. Epoch milliseconds. */
  readonly since: number;
  /** Rows that changed after a mark, in the order of their marks, at most `size`. */
  readonly read: (from: ChangeMark, size: number) => Promise<readonly Row[]>;
  readonly idOf: (row: Row) => bigint;
  /** Takes a row as it is stored; it may be one that was taken before. */
  readonly put: (row: Row) => void;
}

/**
 * Keeps memory at what is stored: what this process changed is put at once, and whatever else changed, such as after a
 * commit whose answer was lost, is read again here. @returns reads what changed since the last time
 */
export function createChangeFollower<Row extends { readonly updatedAt: number }>({
  since,
  read,
  idOf,
  put,
}: Followed<Row>): () => Promise<void> {
  let newest = since;
  return async function follow(): Promise<void> {
    let mark: ChangeMark = { updatedAt: newest - lateCommitMs, id: 0n };
    for (;;) {
      const rows = await read(mark, readAtOnce);
      for (const row of rows) put(row);
      const last = rows.at(-1);
      if (last === undefined) return;
      mark = { updatedAt: last.updatedAt, id: idOf(last) };
      newest = Math.max(newest, last.updatedAt);
      if (rows.length < readAtOnce) return;
    }
  };
}
