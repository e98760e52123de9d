import type { OwnerId } from '../../../protocol/brand.ts';
import type { BalanceRow } from './balance-row.ts';

/** Told after the commit which balances of one owner changed, each as it stands now. */
export type BalanceListener = (owner: OwnerId, rows: readonly BalanceRow[]) => void;

/** Who wants to know of changed balances: the stream's `account` topic and others. */
export interface BalanceChanges {
  /** @returns stops the listening */
  onChange(listener: BalanceListener): () => void;
  /** Called by whoever committed a posting, with the rows that `post` or `postMany` returned. */
  changed(rows: readonly BalanceRow[]): void;
}

export function createBalanceChanges(): BalanceChanges {
  const listeners = new Set<BalanceListener>();
  return {
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    changed(rows) {
      if (rows.length === 0 || listeners.size === 0) return;
      for (const [owner, own] of Map.groupBy(rows, (row) => row.owner)) {
        for (const listener of listeners) listener(owner, own);
      }
    },
  };
}
