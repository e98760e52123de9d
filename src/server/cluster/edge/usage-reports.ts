import type { SpentElsewhere, UsageElsewhere } from '#server/core/pacing/usage-elsewhere.ts';
import { usagesPerMessage } from '../bus/operations.ts';
import type { EngineClient } from './engine-client.ts';
import type { EngineWatch } from './engine-watch.ts';

const reportEveryMs = 1_000;
const timeoutMs = 3_000;
/** Users and addresses that are reported at once: beyond it new ones are limited by this edge alone. */
const keysMax = 100_000;

interface UsageReportsDeps {
  /** Names this edge. */
  readonly edge: string;
  readonly client: EngineClient;
  readonly watch: EngineWatch;
  readonly onError: (error: unknown, what: string) => void;
}

interface Used {
  connections: number;
  elsewhere: number;
  /** Units since the last report. */
  units: number;
  hasChanged: boolean;
}

const userKey = (userId: bigint) => `user ${userId}`;
const addressKey = (address: string) => `address ${address}`;

/** Reports once a second what clients use of this edge, and learns what they use of others. */
export class UsageReports implements UsageElsewhere {
  readonly #deps: UsageReportsDeps;
  readonly #used = new Map<string, Used>();
  readonly #timer: NodeJS.Timeout;
  readonly #unfollow: () => void;
  #budgets: SpentElsewhere | null = null;
  #isReporting = false;

  constructor(deps: UsageReportsDeps) {
    this.#deps = deps;
    this.#timer = setInterval(() => void this.report(), reportEveryMs).unref();
    // Another engine knows of nothing.
    this.#unfollow = deps.watch.onEngine((engine, isOther) => {
      if (engine === null || !isOther) return;
      for (const used of this.#used.values()) used.hasChanged = true;
    });
  }

  connectionsOfUser(userId: bigint): number {
    return this.#used.get(userKey(userId))?.elsewhere ?? 0;
  }

  connectionsOfAddress(address: string): number {
    return this.#used.get(addressKey(address))?.elsewhere ?? 0;
  }

  countUser(userId: bigint, change: 1 | -1): void {
    this.#change(userKey(userId), change, 0);
  }

  countAddress(address: string, change: 1 | -1): void {
    this.#change(addressKey(address), change, 0);
  }

  spentByUser(userId: bigint, units: number): void {
    this.#change(userKey(userId), 0, units);
  }

  spentByAddress(address: string, units: number): void {
    this.#change(addressKey(address), 0, units);
  }

  chargeTo(budgets: SpentElsewhere): void {
    this.#budgets = budgets;
  }

  /** Reports what has changed. What a lost report said of units is not said again: nobody is charged twice. */
  async report(): Promise<void> {
    if (this.#isReporting || this.#deps.watch.active === null) return;
    this.#isReporting = true;
    try {
      const changed = [...this.#used].filter(([, { hasChanged }]) => hasChanged);
      // An empty report says that this edge is still there.
      for (let at = 0; at === 0 || at < changed.length; at += usagesPerMessage) {
        await this.#reportSome(changed.slice(at, at + usagesPerMessage));
      }
    } catch (error) {
      this.#deps.onError(error, 'what clients use of other edges');
    } finally {
      this.#isReporting = false;
    }
  }

  close(): void {
    clearInterval(this.#timer);
    this.#unfollow();
  }

  async #reportSome(changed: readonly [string, Used][]): Promise<void> {
    const { client, edge } = this.#deps;
    const usages = changed.map(([key, used]): [string, number, number] => {
      const { connections, units } = used;
      used.units = 0;
      used.hasChanged = false;
      return [key, connections, units];
    });
    try {
      const { head } = await client.ask('usage', { edge, usages }, { timeoutMs });
      for (const [key, connections, units] of head.elsewhere) this.#learn(key, connections, units);
    } catch (error) {
      for (const [, used] of changed) used.hasChanged = true;
      throw error;
    }
    for (const [key, used] of changed) {
      if (used.connections === 0 && !used.hasChanged) this.#used.delete(key);
    }
  }

  #learn(key: string, connections: number, units: number): void {
    const used = this.#used.get(key);
    if (used !== undefined) used.elsewhere = connections;
    if (units === 0) return;
    const [kind, name = ''] = key.split(' ');
    if (kind === 'user') this.#budgets?.user(BigInt(name), units);
    else this.#budgets?.address(name, units);
  }

  #change(key: string, connections: number, units: number): void {
    let used = this.#used.get(key);
    if (used === undefined) {
      if (this.#used.size >= keysMax) return;
      used = { connections: 0, elsewhere: 0, units: 0, hasChanged: true };
      this.#used.set(key, used);
    }
    used.connections = Math.max(0, used.connections + connections);
    used.units += units;
    used.hasChanged = true;
  }
}
