/** A market in its writer's memory. */
interface RememberedMarket {
  /** What went wrong; null while it takes commands. */
  halted: string | null;
  /** The batch is durable: advances the public state. */
  release(): void;
}

interface MarketMemoryDeps<Market extends RememberedMarket> {
  readonly markets: Iterable<Market>;
  readonly nameOf: (market: Market) => string;
  /** Notified when a market was halted. */
  readonly failed: (error: unknown, what: string) => void;
}

/** Which markets of one writer are in step with the store, ahead of it, or poisoned. */
export class MarketMemory<Market extends RememberedMarket> {
  readonly #deps: MarketMemoryDeps<Market>;
  /** Ahead of the store until the batch is durable. */
  readonly #ahead = new Set<Market>();
  /** Ahead of a failed batch, or never loaded: rebuilt before anything else happens. */
  readonly #stale: Set<Market>;

  constructor(deps: MarketMemoryDeps<Market>) {
    this.#deps = deps;
    this.#stale = new Set(deps.markets);
  }

  get isStale(): boolean {
    return this.#stale.size > 0;
  }

  /** Changed in memory by a batch. */
  ranAhead(markets: Iterable<Market>): void {
    for (const market of markets) this.#ahead.add(market);
  }

  /** The batch is durable, or changed nothing. */
  release(): void {
    for (const market of this.#ahead) market.release();
    this.#ahead.clear();
  }

  /** The batch failed. */
  abandon(): void {
    for (const market of this.#ahead) this.#stale.add(market);
    this.#ahead.clear();
  }

  /** A market that was written elsewhere until now: it is loaded before anything else happens. */
  distrust(market: Market): void {
    this.#stale.add(market);
  }

  /** A market that is written elsewhere from now on. */
  forget(market: Market): void {
    this.#stale.delete(market);
    this.#ahead.delete(market);
  }

  /** Another session wrote meanwhile. */
  abandonAll(): void {
    this.#ahead.clear();
    for (const market of this.#deps.markets) this.#stale.add(market);
  }

  /**
   * Rebuilds stale markets. One that cannot be rebuilt from the store is halted; the others continue.
   *
   * @param load reads the store and returns a function that rebuilds one market
   * @throws what `load` throws; all of it is still stale then
   */
  async rebuild(load: (stale: readonly Market[]) => Promise<(market: Market) => void>): Promise<void> {
    if (!this.isStale) return;
    const stale = [...this.#stale];
    const rebuildOne = await load(stale);
    for (const market of stale) {
      try {
        rebuildOne(market);
      } catch (error) {
        this.halt(market, error);
      }
      this.#stale.delete(market);
    }
  }

  /** From here on every market that is ahead refuses commands. */
  haltAhead(error: unknown): void {
    for (const market of this.#ahead) this.halt(market, error);
  }

  /** From here on the market refuses commands; the others continue. */
  halt(market: Market, error: unknown): void {
    market.halted = error instanceof Error ? error.message : String(error);
    this.#deps.failed(error, `the market ${this.#deps.nameOf(market)} is halted`);
  }
}
