import { randomUUID } from 'node:crypto';
import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Registry } from 'prom-client';
import { minuteMs } from '#protocol/core/durations.ts';
import { bodyMaxBytes, requestTimeoutMs } from '#protocol/core/limits.ts';
import { clientAddress, isTrustedProxy, type TrustedProxies } from '../core/config/client-address.ts';
import type { Health } from '../core/jobs/health.ts';
import { type CallRoutesDeps, registerCalls } from './call-routes.ts';
import { AddressWindows } from './calls/call-windows.ts';
import { registerCompression, compressText } from './compression.ts';
import { RequestFault } from '../core/failures/request-fault.ts';
import type { Tracer } from '../core/tracing/tracer.ts';
import { type FileRouteDeps, registerFileRoute } from './files/file-route.ts';
import { answerFailure, answerUnreadable, registerFailureAnswers } from './failures.ts';
import { registerHealth } from './health-routes.ts';
import { registerMetrics } from './metrics.ts';
import { registerDocs } from './reference/docs-routes.ts';
import { type OtherOrigins, contentSecurityPolicy, registerSecurityHeaders } from './security-headers.ts';
import { registerTracing } from './tracing/request-spans.ts';
import { builtPage, readIndexHtml, registerStaticFiles, type BuiltPage } from './files/static-files.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A public call, whose answer contains no user data. */
    isPublicRead?: boolean;
    /** A call of the contract, which answers JSON. */
    isCall?: boolean;
  }
}

/** Settings of the HTTP edge, from the configuration of the exchange. */
export interface EdgeSettings {
  /** Base of the API, with a leading and a trailing slash, as in `/api/`. */
  readonly apiBase: string;
  /** Path of the stream, as in `/stream`. */
  readonly streamBase: string;
  /** Base of users' own files, with a leading and a trailing slash, as in `/files/`. */
  readonly fileBase: string;
  /** Folder of the built app, or null to serve API and stream alone. */
  readonly appDirectory: string | null;
  /** What the page may use besides this origin. */
  readonly otherOrigins: OtherOrigins;
  /** Trusted proxies that may name the client. */
  readonly trustedProxies: TrustedProxies;
  /** Calls one address may make within the rate window; 0 for no limit. */
  readonly callsPerAddress: number;
  readonly rateWindowMs: number;
  /** Event loop lag after which calls are refused; 0 for no limit. */
  readonly lagMaxMs: number;
}

/** The event loop may lag this long before calls are answered "busy, retry". */
const lagMaxMs = 2_000;
const rateWindowMs = minuteMs;
/** An address may be a household, an office or a mobile carrier; a user is one of them. */
const usersPerAddress = 5;

/** Limits of the edge that no human reaches, from the calls per minute of one address; 0 for none. */
export function edgeLimits(callsPerMinute: number) {
  return {
    callsPerAddress: callsPerMinute,
    callsPerUser: Math.ceil(callsPerMinute / usersPerAddress),
    rateWindowMs,
    lagMaxMs,
  };
}

export interface EdgeDeps extends CallRoutesDeps, EdgeSettings, FileRouteDeps {
  /** Whether this process begins to end, and balancers are to give it nothing more; absent: never. */
  readonly isEnding?: () => boolean;
  /** The data block that the page comes with (see `firstDataBlocks`), or an empty text. */
  readonly firstData: () => Promise<string>;
  /**
   * Counts a request for a file where all processes that read HTTP count together; absent where this one is alone.
   *
   * @throws RequestFault 429 when it is one too many of the address
   */
  readonly admit?: (address: string) => Promise<void>;
  /** Log of the exchange; null for none. */
  readonly logger: FastifyBaseLogger | null;
  readonly metrics: Registry;
  /** Health, reported at `/readyz`. */
  readonly health: Pick<Health, 'report'>;
  /** Null or left out while tracing is off. */
  readonly tracer?: Tracer | null;
}

/**
 * Serves the page at `/` with the data a visitor's home begins with. That data is a second old at most, so the answer is
 * stored nowhere; the service worker keeps `/index.html`, which is the same page without it.
 *
 * @param dataBlock the data as an element, or an empty text
 */
function registerPage(app: FastifyInstance, page: () => BuiltPage, dataBlock: () => Promise<string>): void {
  app.get('/', async (request, reply) => {
    const { html, policy } = page();
    const block = await dataBlock();
    reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy,
    });
    return compressText(
      request,
      reply,
      html.replace('</body>', () => `${block}</body>`),
    );
  });
}

/**
 * The HTTP edge: every call of the contract, the built app, health, metrics and the API's documents. It is not
 * listening yet; tests inject requests, and the stream registers itself beside it.
 */
export function build(deps: EdgeDeps): FastifyInstance {
  const app: FastifyInstance = fastify({
    ...(deps.logger === null ? {} : { loggerInstance: deps.logger }),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: bodyMaxBytes,
    requestTimeout: requestTimeoutMs,
    trustProxy: trustRule(deps.trustedProxies),
    exposeHeadRoutes: false,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    forceCloseConnections: true,
    frameworkErrors: (error, request, reply) => void answerFailure(error, request, reply),
    clientErrorHandler: answerUnreadable,
    routerOptions: { caseSensitive: true, maxParamLength: 100 },
  });
  app.removeContentTypeParser('text/plain');
  const indexHtml = readIndexHtml(deps.appDirectory);
  const policyOf = (html: string) => contentSecurityPolicy(html, deps.otherOrigins);
  registerSecurityHeaders(app, policyOf(indexHtml));
  registerFailureAnswers(app);
  registerRequestLog(app);
  registerMetrics(app, deps.metrics);
  registerHealth(app, deps.health, deps.isEnding);
  app.register(
    async (api) => {
      registerTracing(api, deps.tracer ?? null);
      await registerGuards(api, deps);
      registerCompression(api);
      registerCalls(api, deps);
      registerDocs(api, deps);
    },
    { prefix: deps.apiBase.replace(/\/$/, '') },
  );
  app.register(
    async (scope) => {
      await registerGuards(scope, deps);
      const { admit, trustedProxies } = deps;
      if (admit !== undefined) {
        scope.addHook('onRequest', (request) => admit(clientAddress(trustedProxies, request.raw).network));
      }
      registerFileRoute(scope, deps);
    },
    { prefix: deps.fileBase.replace(/\/$/, '') },
  );
  if (deps.appDirectory !== null && indexHtml !== '') {
    const page = builtPage(deps.appDirectory, policyOf);
    registerPage(app, page, deps.firstData);
    registerStaticFiles(app, deps.appDirectory, page);
  }
  return app;
}

/** For the host and the scheme that a proxy names; the client's address is read by `clientAddress` alone. */
function trustRule(trusted: TrustedProxies): false | ((address: string, hop: number) => boolean) {
  return trusted.kind === 'none' ? false : (address, hop) => isTrustedProxy(trusted, address, hop);
}

async function registerGuards(api: FastifyInstance, deps: EdgeDeps): Promise<void> {
  if (deps.lagMaxMs > 0) {
    await api.register(underPressure, {
      maxEventLoopDelay: deps.lagMaxMs,
      pressureHandler: () => {
        throw new RequestFault(503, 'busyRetry', 'The event loop lags');
      },
    });
  }
  await api.register(rateLimit, {
    global: deps.callsPerAddress > 0,
    max: deps.callsPerAddress,
    timeWindow: deps.rateWindowMs,
    cache: 20_000,
    keyGenerator: (request) => clientAddress(deps.trustedProxies, request.raw).network,
    errorResponseBuilder: () => new RequestFault(429, 'busyRetry', 'Too many calls'),
    addHeadersOnExceeding: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
  });
  // Behind the limit of an address: what that refuses is no call of its wider network.
  const windows = new AddressWindows(deps.callsPerAddress, deps.rateWindowMs);
  api.addHook('preParsing', async (request) => {
    if (windows.admitWide(clientAddress(deps.trustedProxies, request.raw).network)) return;
    throw new RequestFault(429, 'busyRetry', 'Too many calls of one network');
  });
}

/** One line per request: its route, never its address, query or body (design section 3, no personal data). */
function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, next) => {
    request.log.debug(
      { route: request.routeOptions.url, method: request.method, status: reply.statusCode, ms: reply.elapsedTime },
      'answered',
    );
    next();
  });
}
