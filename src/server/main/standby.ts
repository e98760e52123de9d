import { systemClock as clock } from '../core/clock/clock.ts';
import type { Config } from '../core/config/config.ts';
import { workerApplicationName } from '../core/commit/owners.ts';
import { instruments } from '../core/instruments/instruments.ts';
import { readInstruments } from '../core/instruments/store.ts';
import { createLedger } from '../core/ledger/ledger.ts';
import type { Logger } from '../core/log/log.ts';
import type { SeenEpoch } from '../core/store/identity.ts';
import { openDatabase } from '../core/store/open.ts';
import { writerLimits } from '../core/store/store-limits.ts';
import type { Tracer } from '../core/tracing/tracer.ts';
import { EngineWatch } from '../cluster/edge/engine-watch.ts';
import { contractCodec } from '../cluster/codecs/contract-codec.ts';
import { MarketWorkerProcess, type MarketWorkerProcessDeps } from '../cluster/workers/worker.ts';
import { spotCodec } from '../cluster/codecs/pair-codec.ts';
import { workerContracts } from '../markets/contracts/remote/worker-contracts.ts';
import { workerPairs } from '../markets/spot/remote/worker-pairs.ts';
import type { Family } from '../cluster/placement/messages.ts';
import { warmUp, type WarmedUp } from './warm-up.ts';
import type { Broker } from './serve-edges.ts';

interface StandbyEngineDeps {
  readonly config: Config;
  readonly logger: Logger;
  readonly broker: Broker;
  readonly tracer: Tracer | null;
}

/** Runs the markets of a family for another engine. */
type WorkerProcess = Pick<MarketWorkerProcess<Family>, 'close'>;

/** What an engine does while another one is active: it warms up its opening, and runs markets for the other. */
export class StandbyEngine {
  readonly #deps: StandbyEngineDeps;
  #warmedUp: Promise<WarmedUp> = Promise.resolve({});
  /** One for each family of markets. */
  #workers: readonly WorkerProcess[] = [];
  #hasEnded = false;
  /** The engine that it waits for. */
  #watch: EngineWatch | null = null;

  constructor(deps: StandbyEngineDeps) {
    this.#deps = deps;
  }

  /** What the warm-up left for the opening. */
  get warmedUp(): Promise<WarmedUp> {
    return this.#warmedUp;
  }

  /** The highest epoch that an active engine was heard to own the data under. */
  get seen(): SeenEpoch | null {
    return this.#watch?.highest ?? null;
  }

  begin(): void {
    const { config, logger, broker } = this.#deps;
    this.#watch = new EngineWatch(broker);
    this.#warmedUp = warmUp(config, logger).finally(() => this.#worker());
  }

  /** Runs nothing for another engine any more. @param isLeaving because this one ends; else the other one is gone */
  async end(isLeaving: boolean): Promise<void> {
    const { logger } = this.#deps;
    this.#hasEnded = true;
    this.#watch?.close();
    const workers = this.#workers;
    this.#workers = [];
    await Promise.all(
      workers.map((worker) =>
        worker.close(isLeaving).catch((error: unknown) => {
          logger.warn({ err: error }, 'markets of another engine were not returned in order');
        }),
      ),
    );
  }

  #worker(): void {
    const { config, logger, broker, tracer } = this.#deps;
    const { databaseUrl } = config;
    if (this.#hasEnded || !config.placesMarkets || databaseUrl === null) return;
    const work = { ledger: createLedger(), clock, tracer };
    const deps: Omit<MarketWorkerProcessDeps<Family>, 'openWriter'> = {
      ...broker,
      logger,
      name: config.engineName,
      tracer,
      failed: (error, what) => logger.error({ err: error }, what),
      learn: async (database) => void instruments.replace(await readInstruments(database)),
      connect: (writer) =>
        openDatabase(databaseUrl, { limits: writerLimits, poolMax: 2, applicationName: workerApplicationName(writer) }),
    };
    this.#workers = [
      new MarketWorkerProcess({ ...deps, openWriter: workerPairs(work) }, spotCodec),
      new MarketWorkerProcess({ ...deps, openWriter: workerContracts(work) }, contractCodec),
    ];
  }
}
