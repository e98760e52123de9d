import type { Transaction } from '../store/database.ts';
import { balanceKeyText, type BalanceKey, type BalanceRow } from './balance-row.ts';
import { lockBalances, lockStoredBalances } from './post.ts';

/** Balances that are locked for the rest of a transaction. */
export interface LockedBalances {
  readonly rows: readonly BalanceRow[];
  /** `balanceKeyText` of each, which need not be locked again. */
  readonly held: ReadonlySet<string>;
  /** To be called once the transaction is durable: balances created in it now exist. */
  confirm(): void;
}

/** Balances remembered; beyond that the cache is cleared, which costs one more statement the next time. */
const knownMax = 200_000;

/**
 * Locks balances for a market writer, batch after batch. A row of `balances` is never deleted, so a single statement
 * locks and reads one that was seen before; creating missing ones needs a second.
 */
export class WriterBalances {
  readonly #known = new Set<string>();

  /** Everything is sent before the first await. @throws Error when a balance that was seen before is gone */
  async lock(tx: Transaction, keys: readonly BalanceKey[]): Promise<LockedBalances> {
    const wanted = new Map(keys.map((key) => [balanceKeyText(key), key]));
    const held = new Set(wanted.keys());
    const isKnown = [...held].every((text) => this.#known.has(text));
    const rows = await (isKnown ? lockStoredBalances : lockBalances)(tx, [...wanted.values()]);
    if (rows.length !== wanted.size) {
      this.#known.clear();
      throw new Error('a balance is gone that was there before');
    }
    return {
      rows,
      held,
      confirm: () => {
        if (!isKnown) this.#remember(held);
      },
    };
  }

  #remember(texts: Iterable<string>): void {
    if (this.#known.size >= knownMax) this.#known.clear();
    for (const text of texts) this.#known.add(text);
  }
}
