import { systemClock as clock } from './core/clock/clock.ts';
import type { Config } from './core/config/config.ts';
import { lentApplicationName } from './core/commit/duty-owners.ts';
import { listing } from './core/instruments/instruments.ts';
import { readListing } from './core/instruments/store.ts';
import { createLedger } from './core/ledger/ledger.ts';
import type { Logger } from './core/log/log.ts';
import type { SeenEpoch } from './core/store/identity.ts';
import { openDatabase } from './core/store/open.ts';
import { writerLimits } from './core/store/store-limits.ts';
import type { Tracer } from './core/tracing/tracer.ts';
import { EngineWatch } from './link/edge/engine-watch.ts';
import { contractCodec } from './link/markets/contract-wire.ts';
import { MarketHosting, type MarketHostingDeps } from './link/markets/hosting.ts';
import { spotCodec } from './link/markets/pair-wire.ts';
import { hostedContracts } from './markets/contracts/remote/hosted-contracts.ts';
import { hostedPairs } from './markets/spot/remote/hosted-pairs.ts';
import type { Family } from './markets/spreading/messages.ts';
import { rehearse, type Rehearsed } from './rehearsal.ts';
import type { Broker } from './serve-edges.ts';

export interface WaitingEngineDeps {
  readonly config: Config;
  readonly logger: Logger;
  readonly broker: Broker;
  readonly tracer: Tracer | null;
}

/** Runs the markets of a family for another engine. */
type Hosting = Pick<MarketHosting<Family>, 'close'>;

/** What an engine does while another one is active: it rehearses its opening, and runs markets for the other. */
export class WaitingEngine {
  readonly #deps: WaitingEngineDeps;
  #rehearsed: Promise<Rehearsed> = Promise.resolve({});
  /** One for each family of markets. */
  #hostings: readonly Hosting[] = [];
  #hasEnded = false;
  /** The engine that it waits for. */
  #watch: EngineWatch | null = null;

  constructor(deps: WaitingEngineDeps) {
    this.#deps = deps;
  }

  /** What the rehearsal left for the opening. */
  get rehearsed(): Promise<Rehearsed> {
    return this.#rehearsed;
  }

  /** The highest epoch that an active engine was heard to own the data under. */
  get seen(): SeenEpoch | null {
    return this.#watch?.highest ?? null;
  }

  begin(): void {
    const { config, logger, broker } = this.#deps;
    this.#watch = new EngineWatch(broker);
    this.#rehearsed = rehearse(config, logger).finally(() => this.#host());
  }

  /** Runs nothing for another engine any more. @param isLeaving because this one ends; else the other one is gone */
  async end(isLeaving: boolean): Promise<void> {
    const { logger } = this.#deps;
    this.#hasEnded = true;
    this.#watch?.close();
    const hostings = this.#hostings;
    this.#hostings = [];
    await Promise.all(
      hostings.map((hosting) =>
        hosting.close(isLeaving).catch((error: unknown) => {
          logger.warn({ err: error }, 'markets of another engine were not given back in order');
        }),
      ),
    );
  }

  #host(): void {
    const { config, logger, broker, tracer } = this.#deps;
    const { databaseUrl } = config;
    if (this.#hasEnded || !config.spreadPairs || databaseUrl === null) return;
    const work = { ledger: createLedger(), clock, tracer };
    const deps: Omit<MarketHostingDeps<Family>, 'openWriter'> = {
      ...broker,
      logger,
      name: config.engineName,
      tracer,
      failed: (error, what) => logger.error({ err: error }, what),
      learn: async (database) => void listing.replace(await readListing(database)),
      connect: (writer) =>
        openDatabase(databaseUrl, { limits: writerLimits, poolMax: 2, applicationName: lentApplicationName(writer) }),
    };
    this.#hostings = [
      new MarketHosting({ ...deps, openWriter: hostedPairs(work) }, spotCodec),
      new MarketHosting({ ...deps, openWriter: hostedContracts(work) }, contractCodec),
    ];
  }
}
