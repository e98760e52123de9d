import type { FastifyInstance } from 'fastify';
import type { OpenedAreas } from './areas.ts';
import { type EdgePorts, edgePorts, type EdgePortsDeps } from './edge-ports.ts';
import { edgeSettings } from './edge-settings.ts';
import { build } from '../http/build.ts';
import { openStream } from '../stream/open.ts';
import { streamLimitsOf } from '../stream/stream-limits.ts';
import { measureStream } from '../stream/stream-metrics.ts';

/** Opens the two edges over the areas: HTTP, and the stream on the same server. Not listening yet. */
export function openEdges(deps: EdgePortsDeps, areas: OpenedAreas): FastifyInstance {
  const ports = edgePorts(deps, areas);
  const app = openHttp(deps, ports);
  attachStream(deps, app, ports);
  return app;
}

function openHttp(deps: EdgePortsDeps, ports: EdgePorts): FastifyInstance {
  const { config, logger, metrics, health, tracer, appDirectory } = deps;
  const app = build({ ...edgeSettings(config, appDirectory), ...ports, logger, metrics, health, tracer });
  deps.closers.add('http', () => app.close());
  return app;
}

function attachStream(deps: EdgePortsDeps, app: FastifyInstance, ports: EdgePorts): void {
  const { config, clock, closers, storeHealth } = deps;
  const stream = openStream({
    topics: ports.topics,
    sessions: deps.sessions,
    clock,
    log: deps.logger,
    onInterest: ports.onInterest,
    trustedProxies: config.trustedProxies,
    limits: streamLimitsOf(config.callsPerMinute, config.addressLimitFactor),
    onShown: ports.onShown,
  });
  measureStream(stream, deps.metrics);
  stream.attach(app.server);
  const unfollow = storeHealth.onChange((state) => state === 'ready' && stream.restartAccounts());
  closers.add('stream and store', unfollow);
  closers.add(
    'stream and doubts',
    deps.doubts.onSettled(() => stream.restartAccounts()),
  );
  closers.add('stream', () => stream.close());
}
