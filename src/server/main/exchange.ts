import { Registry } from 'prom-client';
import { openAreas, type OpenedAreas } from './areas.ts';
import { findStranded } from './holders/stranded.ts';
import { auditParts } from './audit-parts.ts';
import { partitionsJob, preparePartitions } from '../core/archives/partitions-job.ts';
import type { CoreDeps } from '../core/areas/core-deps.ts';
import { createRunArea } from '../core/areas/run-area.ts';
import { systemClock as clock } from '../core/clock/clock.ts';
import type { Config } from '../core/config/config.ts';
import { type OpenGate, openGate } from '../core/gate/open.ts';
import { watchClock } from '../core/jobs/clock-watching.ts';
import { type Closers, createClosers } from '../core/jobs/closers.ts';
import { createHealth, measureHealth } from '../core/jobs/health.ts';
import type { Job } from '../core/jobs/jobs.ts';
import { purgeEveryMs, purgeExpired } from '../core/jobs/purge.ts';
import { createTroubles, measureTroubles } from '../core/jobs/troubles.ts';
import { openInstruments } from '../core/instruments/open.ts';
import { auditCondition, measureAudit } from '../core/ledger/audit-metrics.ts';
import { type Audit, createAudit } from '../core/ledger/audit.ts';
import { createLedger } from '../core/ledger/ledger.ts';
import type { Logger } from '../core/log/log.ts';
import { checkConfigForMode, enterMode } from '../core/modes/enter-mode.ts';
import { openStore, type Store, type StoreTimes } from '../core/store/open-store.ts';
import { measureStandby } from '../core/store/standby/metrics.ts';
import { openTracing } from '../core/tracing/open-tracing.ts';
import type { Tracer } from '../core/tracing/tracer.ts';
import type { EdgePortsDeps } from './edge-ports.ts';
import { addressOf } from './edge-settings.ts';
import type { EngineWorkers } from './engine-workers.ts';
import { openEdges } from './open-edges.ts';
import type { OpenTestChain } from './open-chains.ts';
import type { OpenPrices } from './open-prices.ts';
import { partitionedTables } from '../partitions/all.ts';

/** A running exchange. */
export interface Exchange {
  /** Where it listens, as in `http://127.0.0.1:8080`. */
  readonly address: string;
  /** The location of the data for humans. */
  readonly dataPlace: string;
  /** Resolves with the reason when it must stop: another server took over its data. */
  readonly lost: Promise<string>;
  /** Stops everything in reverse order of its start; acknowledged work is durable regardless. */
  close(): Promise<void>;
}

export interface ExchangeOptions {
  readonly config: Config;
  readonly logger: Logger;
  /** The built app; null serves the calls and the stream alone. */
  readonly appDirectory: string | null;
  /** An alternative price source, as in tests. */
  readonly openPrices?: OpenPrices;
  /** An alternative test chain of practice mode, as in tests. */
  readonly openTestChain?: OpenTestChain;
  /** Shorter limits of the store, for tests. */
  readonly storeTimes?: StoreTimes;
}

/**
 * Starts the exchange: store, ledger, areas, edges, in this order.
 *
 * @throws AlreadyRunning when another server uses the same data; what was opened before is closed again
 * @throws ConfigError when a requirement of live mode is not met, or the data belongs to the other mode
 */
export async function startExchange(options: ExchangeOptions): Promise<Exchange> {
  const { config, logger } = options;
  const closers = createClosers(logger);
  try {
    checkConfigForMode(config);
    const metrics = new Registry();
    const tracer = await openTracing(config.tracing, { metrics, logger, closers });
    const store = await openStore(config, logger, options.storeTimes);
    const app = await openExchange({ ...options, store, workers: null, closers, metrics, tracer }, openEdges);
    await app.listen({ port: config.port, host: config.host });
    return {
      address: addressOf(app, config),
      dataPlace: store.place,
      lost: store.lost,
      close: () => closers.closeAll(),
    };
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
}

export interface OpenExchangeDeps extends ExchangeOptions {
  readonly store: Store;
  /** Engines that can run markets; null where this process runs all of them. */
  readonly workers: EngineWorkers | null;
  readonly closers: Closers;
  readonly metrics: Registry;
  readonly tracer: Tracer | null;
}

/**
 * Everything above the store, up to what serves its users: the two edges, or the link to edges elsewhere.
 *
 * @throws ConfigError when a requirement of live mode is not met, or the data belongs to the other mode
 */
export async function openExchange<Served>(
  options: OpenExchangeDeps,
  openServed: (deps: EdgePortsDeps, areas: OpenedAreas) => Served,
): Promise<Served> {
  const { config, logger, store, closers } = options;
  closers.add('store', () => store.close());
  const { background } = store;
  await enterMode(config, background, clock());
  const partitions = { upkeep: store.upkeep, tables: partitionedTables, clock, logger };
  await preparePartitions(partitions);
  const instruments = await openInstruments(background);
  const audit = createAudit({ database: background, clock, logger, parts: auditParts(clock), findStranded });
  await audit.start();
  closers.add('audit', () => audit.close());
  const gate = await openGate({ database: background, audit, logger, instruments });
  const deps = coreDeps(options, audit, gate);
  const run = createRunArea({ logger, closers, troubles: deps.troubles, tracer: deps.tracer });
  run('clock', watchClock(deps.troubles, logger));
  const { areas, sessions } = await openAreas({ ...options, ...deps, offer: gate, instruments }, run);
  const { appDirectory } = options;
  const served = openServed(
    { ...deps, closers, sessions, offer: gate, appDirectory, histories: store.histories },
    areas,
  );
  measureAudit(audit, clock, deps.metrics);
  measureStandby(store.standbyLag, deps.metrics);
  run('purge', { calls: {}, jobs: [purgeJob(deps)] });
  run('partitions', { calls: {}, jobs: [partitionsJob(partitions)] });
  gate.notify({
    sessionsEnded: (ended) => sessions.announceEnded(ended),
    standingChanged: () => sessions.forget(),
  });
  run('gate', gate);
  return served;
}

function coreDeps(
  { config, logger, store, metrics, tracer }: OpenExchangeDeps,
  audit: Audit,
  { gate }: OpenGate,
): CoreDeps {
  const { database, writer, background, health: storeHealth, doubts } = store;
  const troubles = createTroubles(clock);
  const health = createHealth(clock, troubles);
  health.register('store', () => storeHealth.state === 'ready');
  health.register('audit', () => auditCondition(audit) === 'ok');
  measureTroubles(troubles, clock, metrics);
  measureHealth(health, metrics);
  const stores = { database, writer, background, storeHealth, doubts };
  return { ...stores, ledger: createLedger(), audit, gate, clock, logger, config, metrics, tracer, troubles, health };
}

/** Purges rows past their retention. */
function purgeJob({ background }: Pick<CoreDeps, 'background'>): Job {
  return {
    name: 'purge',
    everyMs: purgeEveryMs,
    run: (isClosed) => purgeExpired(background, clock(), { isClosed }),
  };
}
