import type { Transaction } from '../store/database.ts';
import { balanceKeyText, type BalanceKey, type BalanceRow } from './balance-row.ts';
import { lockBalances, lockStoredBalances } from './post.ts';

/** Balances that are locked for the rest of a transaction. */
export interface LockedBalances {
  readonly rows: readonly BalanceRow[];
  /** `balanceKeyText` of each: what need not be locked again. */
  readonly held: ReadonlySet<string>;
  /** To be called once the transaction is durable: what was made in it is there from now on. */
  confirm(): void;
}

/** Balances that are remembered; past that all are forgotten, which costs a statement more the next time. */
const knownMax = 200_000;

/**
 * Balances as a market writer locks them, batch after batch. A row of `balances` is never deleted, so for one that was
 * seen before a single statement locks and reads; making what is missing needs a second one.
 */
export class WriterBalances {
  readonly #known = new Set<string>();

  /** Everything is sent before it first waits. @throws Error when a balance is gone that was seen before */
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
