import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { Registry } from 'prom-client';
import type { OpenedAreas } from './areas.ts';
import { systemClock as clock } from '../core/clock/clock.ts';
import type { Config } from '../core/config/config.ts';
import type { Health, HealthReport } from '../core/jobs/health.ts';
import { type Closers, createClosers } from '../core/jobs/closers.ts';
import { checkConfigForMode } from '../core/modes/enter-mode.ts';
import { openStore } from '../core/store/open-store.ts';
import { openTracing } from '../core/tracing/open-tracing.ts';
import type { Tracer } from '../core/tracing/tracer.ts';
import { addressOf } from './edge-settings.ts';
import { type Exchange, type ExchangeOptions, openExchange } from './exchange.ts';
import { registerFailureAnswers } from '../http/failures.ts';
import { registerHealth } from '../http/health-routes.ts';
import { registerMetrics } from '../http/metrics.ts';
import { spotCodec } from '../cluster/codecs/pair-codec.ts';
import { contractCodec } from '../cluster/codecs/contract-codec.ts';
import { workersOf } from '../cluster/workers/remote-workers.ts';
import { natsOf } from '../cluster/bus/nats-of.ts';
import { pairsGauge } from '../markets/spot/remote/metrics.ts';
import { contractsGauge } from '../markets/contracts/remote/metrics.ts';
import { measureMarkets } from '../cluster/placement/metrics.ts';
import { type Broker, serveEdges } from './serve-edges.ts';
import { StandbyEngine } from './standby.ts';

/** An engine: at first it may wait for its turn. */
export interface Engine extends Exchange {
  /** Resolves once it owns the data and serves edges; rejects when it could not be opened. */
  readonly active: Promise<void>;
}

/**
 * Starts an engine: the exchange without its public edges, which reach it over NATS. Health and metrics are served at
 * once; the rest is opened when no other engine owns the data. `lost` rejects when it could not be opened.
 */
export async function startEngine(options: ExchangeOptions): Promise<Engine> {
  const { config, logger } = options;
  checkConfigForMode(config);
  const closers = createClosers(logger);
  const metrics = new Registry();
  let health: Pick<Health, 'report'> = waitingHealth(clock());
  const app = engineHttp(logger, metrics, { report: () => health.report() });
  closers.add('http', () => app.close());
  await app.listen({ port: config.port, host: config.host });
  const ending = new AbortController();
  const broker = natsOf(config, logger, metrics, 'engine');
  closers.add('message broker', () => broker.bus.close());
  const tracer = await openTracing(config.tracing, { metrics, logger, closers });
  const deps = { ...options, broker, closers, metrics, tracer };
  const opening = activate(deps, ending.signal, (opened) => (health = opened));
  const active = opening.then(() => undefined);
  const lost = opening.then(({ lost: reason }) => reason);
  // Whoever waits for one of them does not wait for the other.
  for (const promise of [active, lost]) promise.catch(() => undefined);
  return {
    address: addressOf(app, config),
    dataPlace: 'DATABASE_URL',
    active,
    lost,
    async close() {
      ending.abort();
      await active.catch(() => undefined);
      await closers.closeAll();
    },
  };
}

interface ActivateDeps extends ExchangeOptions {
  readonly broker: Broker;
  readonly closers: Closers;
  readonly metrics: Registry;
  readonly tracer: Tracer | null;
}

/** Waits for the data and opens everything above it; what was opened is closed by `closers`. */
async function activate(
  deps: ActivateDeps,
  signal: AbortSignal,
  onHealth: (health: Pick<Health, 'report'>) => void,
): Promise<{ readonly lost: Promise<string> }> {
  const { config, logger, broker } = deps;
  const waiting = new StandbyEngine(deps);
  const turn = { signal, onWait: () => waiting.begin(), seen: () => waiting.seen };
  const store = await openStore(config, logger, deps.storeTimes, turn).catch(async (error: unknown) => {
    await waiting.end(true);
    throw error;
  });
  broker.bus.ownStore(store.identity);
  await waiting.end(false);
  const workers = {
    spot: workersOf(broker.bus, broker.root, spotCodec, logger),
    contracts: workersOf(broker.bus, broker.root, contractCodec, logger),
  };
  await openExchange({ ...(await waiting.warmedUp), ...deps, store, workers }, (core, areas) => {
    serveEdges(core, areas, store, broker);
    measureShares(areas, config, deps.metrics);
    onHealth(core.health);
  });
  logger.info({ epoch: store.epoch() }, 'this engine is active');
  return { lost: store.lost };
}

/** How many markets of each family every engine runs. */
function measureShares({ spot, candles, contracts }: OpenedAreas, { engineName }: Config, metrics: Registry): void {
  const sharesOf = (elsewhere: ReadonlyMap<string, number> | undefined, all: number) => {
    const sum = [...(elsewhere?.values() ?? [])].reduce((total, count) => total + count, 0);
    return new Map([...(elsewhere ?? []), [engineName, all - sum]]);
  };
  measureMarkets(pairsGauge, () => sharesOf(spot.pairsElsewhere?.(), candles.market.pairs.length), metrics);
  const listed = () => [...contracts.contracts.markets.values()].length;
  measureMarkets(contractsGauge, () => sharesOf(contracts.contractsElsewhere?.(), listed()), metrics);
}

/** The health of an engine that does not own the data. */
function waitingHealth(since: number): Pick<Health, 'report'> {
  const report: HealthReport = { status: 'degraded', parts: [{ part: 'ownership', ok: false, since }] };
  return { report: () => report };
}

/** Health and metrics alone. */
function engineHttp(logger: FastifyBaseLogger, metrics: Registry, health: Pick<Health, 'report'>): FastifyInstance {
  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    exposeHeadRoutes: false,
    forceCloseConnections: true,
  });
  registerFailureAnswers(app);
  registerMetrics(app, metrics);
  registerHealth(app, health);
  return app;
}
