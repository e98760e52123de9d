import type { Ms } from '../../../../protocol/core/brand.ts';
import { isHouse } from '../../../core/ledger/account.ts';
import type { Ledger } from '../../../core/ledger/ledger.ts';
import type { PairChange } from '../remote/messages.ts';
import type { SpotRun } from '../run.ts';
import type { SpotEvent } from '../spot.ts';

/** Tells listeners of commits, whichever engine they are of. */
export class SpotEvents {
  readonly #ledger: Pick<Ledger, 'changed'>;
  readonly #listeners = new Set<(event: SpotEvent) => void>();

  constructor(ledger: Pick<Ledger, 'changed'>) {
    this.#ledger = ledger;
  }

  /** @returns unsubscribes */
  listen(listener: (event: SpotEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A commit of this process, whose balances are announced already. */
  committed(run: SpotRun, at: Ms): void {
    if (this.#listeners.size === 0) return;
    const trades = Map.groupBy(run.trades, (trade) => trade.pair);
    const orders = Map.groupBy(run.orders.values(), (order) => order.pair);
    for (const { terms } of run.touched) {
      const { pair } = terms;
      this.#emit({ pair, at, trades: trades.get(pair) ?? [], orders: orders.get(pair) ?? [] });
    }
  }

  /** A commit of another engine. */
  changed({ market, at, trades, orders, balances }: PairChange): void {
    this.#ledger.changed(balances);
    this.#emit({ pair: market, at, trades, orders });
  }

  /** What these pairs show may have changed without a commit that is known here. */
  missed(pairs: readonly string[], at: Ms): void {
    for (const pair of pairs) this.#emit({ pair, at, trades: [], orders: [] });
  }

  #emit(event: SpotEvent): void {
    const orders = event.orders.filter(({ owner }) => !isHouse(owner));
    for (const listener of this.#listeners) listener({ ...event, orders });
  }
}
