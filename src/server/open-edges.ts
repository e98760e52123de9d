import type { FastifyInstance } from 'fastify';
import type { OpenedAreas } from './areas.ts';
import { callsOf, topicsOf } from './core/areas/area.ts';
import type { CoreDeps } from './core/areas/core-deps.ts';
import { offerTopics, type Offer } from './core/gate/topic.ts';
import { wasDone } from './core/idempotency/once.ts';
import type { Closers } from './core/jobs/closers.ts';
import { measureAudit } from './core/ledger/audit-metrics.ts';
import type { Histories } from './core/store/standby/histories.ts';
import { storeTopics } from './core/store/topic.ts';
import { build, edgeLimits } from './http/build.ts';
import { allHandlers } from './http/handlers.ts';
import { tracedHandlers } from './http/tracing/handler-spans.ts';
import { isGold } from './markets/contracts/listed-contracts.ts';
import { withHistories } from './history-calls.ts';
import { openStream } from './stream/open.ts';
import { streamLimitsOf } from './stream/stream-limits.ts';
import { measureStream } from './stream/stream-metrics.ts';
import type { Sessions } from './users/accounts/sessions.ts';

/** What the edges are given to work with. */
export interface EdgesDeps extends CoreDeps {
  readonly closers: Closers;
  readonly appDirectory: string | null;
  readonly sessions: Sessions;
  readonly histories: Histories;
  /** Changes of what is switched on, for the stream. */
  readonly offer: Offer;
}

/** Opens the two edges over the areas: HTTP, and the stream on the same server. Not listening yet. */
export function openEdges(deps: EdgesDeps, areas: OpenedAreas): FastifyInstance {
  const app = openHttp(deps, areas);
  attachStream(deps, app, areas);
  return app;
}

function openHttp(deps: EdgesDeps, areas: OpenedAreas): FastifyInstance {
  const { database, config, logger, clock, closers } = deps;
  const { content } = areas.publishing;
  const app = build({
    ...edgeLimits(config.callsPerMinute),
    apiBase: config.apiBase,
    streamBase: config.streamBase,
    fileBase: config.fileBase,
    readFile: async (reader, id) =>
      (await areas.files.files.read(reader, id)) ??
      (await areas.chat.chat?.readFile(reader, id)) ??
      (await areas.fiatOrders.readFile(reader, id)),
    readContentImage: (name) => content.image(name),
    appDirectory: deps.appDirectory,
    otherOrigins: {
      own: [],
      framedHosts: config.webViewHosts,
      pictures: config.mapTiles === null ? [] : [new URL(config.mapTiles.template).origin],
    },
    trustedProxies: config.trustedProxies,
    countryHeader: config.countryHeader,
    isGold,
    switchedOff: (product, countries) => deps.gate.switchedOff(product, countries),
    publicOrigin: config.publicOrigin,
    logger,
    metrics: deps.metrics,
    strict: false,
    areaIsOn: (area) => !config.areasOff.some((off) => off === area),
    health: deps.health,
    sessions: deps.sessions,
    clock,
    wasDone: (asked) => wasDone(database, asked),
    handlers: tracedHandlers(withHistories(allHandlers(callsOf(areas)), deps.histories), deps.tracer),
    tracer: deps.tracer,
  });
  closers.add('http', () => app.close());
  return app;
}

function attachStream(deps: EdgesDeps, app: FastifyInstance, areas: OpenedAreas): void {
  const { config, clock, closers, storeHealth } = deps;
  const { market } = areas.candles;
  const stream = openStream({
    topics: [...topicsOf(areas), storeTopics(storeHealth), offerTopics(deps.offer)],
    sessions: deps.sessions,
    clock,
    log: deps.logger,
    onInterest: (pair, watched) => market.interest(pair, watched ? 1 : -1),
    trustedProxies: config.trustedProxies,
    limits: streamLimitsOf(config.callsPerMinute, config.addressLimitFactor),
    onShown: (owner) => deps.histories.changed(owner),
  });
  measureStream(stream, deps.metrics);
  measureAudit(deps.audit, clock, deps.metrics);
  stream.attach(app.server);
  const unfollow = storeHealth.onChange((state) => state === 'ready' && stream.restartAccounts());
  closers.add('stream and store', unfollow);
  closers.add(
    'stream and doubts',
    deps.doubts.onSettled(() => stream.restartAccounts()),
  );
  closers.add('stream', () => stream.close());
}
