import type { OwnerId } from '#protocol/core/brand.ts';

/** Notified after the commit with what changed of one owner. */
type OwnerListener<View> = (owner: OwnerId, changed: readonly View[]) => void;

/** Listeners for what a commit changed, called once per owner: the stream's `account` topic and others. */
export interface OwnerChanges<Row, View = Row> {
  /** @returns unsubscribes */
  readonly onChange: (listener: OwnerListener<View>) => () => void;
  /** Called after the commit with the rows it changed. */
  readonly changed: (rows: readonly Row[]) => void;
}

/** @param views what listeners get of the rows of one owner; made only when somebody listens */
export function createOwnerChanges<Row extends { readonly owner: OwnerId }, View>(
  views: (rows: readonly Row[]) => readonly View[],
): OwnerChanges<Row, View> {
  const listeners = new Set<OwnerListener<View>>();
  return {
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    changed(rows) {
      if (rows.length === 0 || listeners.size === 0) return;
      for (const [owner, own] of Map.groupBy(rows, (row) => row.owner)) {
        const changed = views(own);
        for (const listener of listeners) listener(owner, changed);
      }
    },
  };
}
