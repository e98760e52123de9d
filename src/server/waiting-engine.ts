import { systemClock as clock } from './core/clock/clock.ts';
import type { Config } from './core/config/config.ts';
import { lentApplicationName } from './core/commit/duty-owners.ts';
import { listing } from './core/listing/listing.ts';
import { readListing } from './core/listing/store.ts';
import { createLedger } from './core/ledger/ledger.ts';
import type { Logger } from './core/log/log.ts';
import { openDatabase } from './core/store/open.ts';
import { writerLimits } from './core/store/store-limits.ts';
import type { Tracer } from './core/tracing/tracer.ts';
import { PairHosting } from './link/markets/hosting.ts';
import { rehearse, type Rehearsed } from './rehearsal.ts';
import type { Broker } from './serve-edges.ts';

export interface WaitingEngineDeps {
  readonly config: Config;
  readonly logger: Logger;
  readonly broker: Broker;
  readonly tracer: Tracer | null;
}

/** What an engine does while another one is active: it rehearses its opening, and runs spot pairs for the other. */
export class WaitingEngine {
  readonly #deps: WaitingEngineDeps;
  #rehearsed: Promise<Rehearsed> = Promise.resolve({});
  #hosting: PairHosting | null = null;
  #hasEnded = false;

  constructor(deps: WaitingEngineDeps) {
    this.#deps = deps;
  }

  /** What the rehearsal left for the opening. */
  get rehearsed(): Promise<Rehearsed> {
    return this.#rehearsed;
  }

  begin(): void {
    const { config, logger } = this.#deps;
    this.#rehearsed = rehearse(config, logger).finally(() => this.#host());
  }

  /** Runs nothing for another engine any more. @param isLeaving because this one ends; else the other one is gone */
  async end(isLeaving: boolean): Promise<void> {
    const { logger } = this.#deps;
    this.#hasEnded = true;
    const hosting = this.#hosting;
    this.#hosting = null;
    await hosting?.close(isLeaving).catch((error: unknown) => {
      logger.warn({ err: error }, 'pairs of another engine were not given back in order');
    });
  }

  #host(): void {
    const { config, logger, broker, tracer } = this.#deps;
    const { databaseUrl } = config;
    if (this.#hasEnded || !config.spreadPairs || databaseUrl === null) return;
    this.#hosting = new PairHosting({
      ...broker,
      logger,
      clock,
      name: config.engineName,
      ledger: createLedger(),
      tracer,
      failed: (error, what) => logger.error({ err: error }, what),
      learn: async (database) => void listing.replace(await readListing(database)),
      connect: (writer) =>
        openDatabase(databaseUrl, { limits: writerLimits, poolMax: 2, applicationName: lentApplicationName(writer) }),
    });
  }
}
