import type { Deposit } from '../../../protocol/entities/deposit.ts';
import { toDeposit, type DepositRow } from './deposit-row.ts';

/** Told after the commit how deposits of a user stand now. */
export type DepositListener = (owner: bigint, deposits: readonly Deposit[]) => void;

/** Who wants to know of changed deposits: the stream's `account` topic. */
export interface DepositChanges {
  /** @returns stops the listening */
  readonly onChange: (listener: DepositListener) => () => void;
  /** Called by whoever committed the changes. */
  changed(rows: readonly DepositRow[]): void;
}

export function createDepositChanges(): DepositChanges {
  const listeners = new Set<DepositListener>();
  return {
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    changed(rows) {
      if (rows.length === 0 || listeners.size === 0) return;
      for (const [owner, own] of Map.groupBy(rows, (row) => row.owner)) {
        for (const listener of listeners) listener(owner, own.map(toDeposit));
      }
    },
  };
}
