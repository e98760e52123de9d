import type { OwnerId, Units } from '#protocol/core/brand.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';

/**
 * Available balances while a batch is executed: the locked balances, updated by the batch. Contains only accounts that
 * the batch may spend from; gains of others do not matter here.
 */
export class BatchFunds {
  private readonly available = new Map<string, bigint>();

  constructor(locked: readonly BalanceRow[]) {
    for (const row of locked) this.available.set(keyOf(row.owner, row.asset), row.available);
  }

  of(owner: OwnerId, asset: string): bigint {
    return this.available.get(keyOf(owner, asset)) ?? 0n;
  }

  move(owner: OwnerId, asset: string, amount: Units): void {
    const key = keyOf(owner, asset);
    const held = this.available.get(key);
    if (held !== undefined) this.available.set(key, held + amount);
  }
}

function keyOf(owner: OwnerId, asset: string): string {
  return `${owner}/${asset}`;
}
