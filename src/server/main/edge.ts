import { setTimeout as sleep } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { systemClock as clock } from '../core/clock/clock.ts';
import { type Closers, createClosers } from '../core/jobs/closers.ts';
import { createHealth, measureHealth } from '../core/jobs/health.ts';
import { noTroubles } from '../core/jobs/troubles.ts';
import { healthTopic } from '../core/store/topic.ts';
import { openTracing } from '../core/tracing/open-tracing.ts';
import type { Tracer } from '../core/tracing/tracer.ts';
import { addressOf, edgeSettings } from './edge-settings.ts';
import type { Exchange, ExchangeOptions } from './exchange.ts';
import type { Broker } from './serve-edges.ts';
import { build } from '../http/build.ts';
import { forwardedCalls } from '../http/calls/forwarded-calls.ts';
import { openEdgeLink } from '../cluster/edge/open.ts';
import { natsOf } from '../cluster/bus/nats-of.ts';
import { streamFrom } from '../stream/open.ts';
import { streamLimitsOf } from '../stream/stream-limits.ts';
import { measureStream } from '../stream/stream-metrics.ts';

/**
 * Starts an edge: HTTP, the app and the stream, which ask the engine over NATS. It listens at once; while there is no
 * engine, it serves the app's files and is not ready.
 */
export async function startEdge(options: ExchangeOptions): Promise<Exchange> {
  const { config, logger } = options;
  const closers = createClosers(logger);
  const metrics = new Registry();
  const broker = natsOf(config, logger, metrics, 'edge');
  closers.add('message broker', () => broker.bus.close());
  const tracer = await openTracing(config.tracing, { metrics, logger, closers });
  let isEnding = false;
  const { app } = openEdge({ ...options, broker, closers, metrics, tracer, isEnding: () => isEnding });
  // Balancers hear of it first, and what they have sent is still served.
  closers.add('draining', async () => {
    isEnding = true;
    await sleep(config.drainSeconds * 1_000);
  });
  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
  // Nothing is owned here that another process could take over.
  const lost = new Promise<string>(() => undefined);
  return { address: addressOf(app, config), dataPlace: 'at the engine', lost, close: () => closers.closeAll() };
}

interface EdgeDeps extends Pick<ExchangeOptions, 'config' | 'logger' | 'appDirectory'> {
  readonly broker: Broker;
  readonly closers: Closers;
  readonly metrics: Registry;
  readonly tracer: Tracer | null;
  /** Whether balancers should send nothing any more. */
  readonly isEnding: () => boolean;
}

/** Opens an edge on a broker, not listening yet. */
export function openEdge({ config, logger, appDirectory, broker, closers, metrics, tracer, isEnding }: EdgeDeps) {
  const { bus, root } = broker;
  const link = openEdgeLink({ bus, root, clock, logger, metrics });
  closers.add('link to the engine', () => link.close());
  const health = createHealth(clock, noTroubles);
  health.register('message broker', () => bus.isConnected);
  health.register('engine', link.hasEngine);
  health.register('exchange', link.isReady);
  measureHealth(health, metrics);
  const app = build({
    isEnding,
    ...edgeSettings(config, appDirectory),
    service: forwardedCalls(link),
    sessions: link.sessions,
    admit: (address) => link.admit(address),
    readFile: (owner, id) => link.readFile(owner, id),
    readContentImage: (name) => link.readContentImage(name),
    firstData: () => link.firstData(),
    logger,
    metrics,
    health,
    tracer,
  });
  closers.add('http', () => app.close());
  const stream = streamFrom({
    publicSources: [...link.sources, healthTopic(link.storeHealth)],
    accountSource: link.accounts,
    guarded: config.areasOff.includes('chat') ? null : link.guarded,
    sessions: link.sessions,
    clock,
    log: logger,
    trustedProxies: config.trustedProxies,
    usage: link.usage,
    limits: streamLimitsOf(config.callsPerMinute, config.addressLimitFactor),
  });
  measureStream(stream, metrics);
  stream.attach(app.server);
  link.storeHealth.onChange((state) => state === 'ready' && stream.restartAccounts());
  link.onAccountsInDoubt(() => stream.restartAccounts());
  link.onSessionsInDoubt(() => stream.recheckSessions());
  closers.add('stream', () => stream.close());
  return { app, isReady: link.isReady };
}
