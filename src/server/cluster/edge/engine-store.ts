import type { Clock } from '#server/core/clock/clock.ts';
import { createStoreHealth, type StoreHealth } from '#server/core/store/store-health.ts';
import { nextEngineWithinMs } from './engine-client.ts';
import type { EngineWatch } from './engine-watch.ts';

interface EngineStoreDeps {
  readonly watch: EngineWatch;
  readonly clock: Clock;
  /** Called with errors of listeners. */
  readonly failed: (error: unknown) => void;
}

/**
 * The health of the engine's store as an edge publishes it. What the engine says of it holds at once. Without an engine
 * it is `degraded` only once requests are refused: until then they wait for the next engine, and during a hand-over it
 * would be wrong that nothing is taken. It counts from when the engine was lost, because what is shown is as of then.
 */
export class EngineStore {
  readonly health: StoreHealth;
  readonly #unfollow: () => void;
  #late: NodeJS.Timeout | undefined;

  constructor({ watch, clock, failed }: EngineStoreDeps) {
    const health = createStoreHealth(clock, 'degraded', failed);
    this.health = health;
    this.#unfollow = watch.onEngine((engine) => {
      clearTimeout(this.#late);
      if (engine !== null) health.set(engine.store);
      else this.#late = setTimeout(() => health.set('degraded', clock() - watch.lostForMs), nextEngineWithinMs).unref();
    });
  }

  close(): void {
    clearTimeout(this.#late);
    this.#unfollow();
  }
}
