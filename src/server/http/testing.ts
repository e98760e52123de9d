import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { minuteMs } from '#protocol/core/durations.ts';
import { calls } from '#protocol/calls.ts';
import { noProxies } from '../core/config/client-address.ts';
import { build, type EdgeDeps } from './build.ts';
import { createCallService, type CallServiceDeps } from './calls/call-service.ts';
import { firstDataBlocks } from './first-data.ts';
import type { Handlers } from '../core/handler.ts';

async function broken(): Promise<never> {
  throw new Error('secret detail of a broken invariant');
}

/** Handlers for tests: the given ones, and for every other call one that throws like a broken invariant. */
export function handlersForTest(given: Partial<Handlers>): Handlers {
  const all = Object.fromEntries(Object.keys(calls).map((name) => [name, broken]));
  return { ...all, ...given } as unknown as Handlers;
}

/** An edge by default without limits and with all session tokens unknown. */
export function edgeForTest(given: Partial<EdgeDeps & CallServiceDeps>): FastifyInstance {
  const deps = {
    handlers: handlersForTest({}),
    sessions: { lookUp: () => Promise.resolve(null) },
    areaIsOn: () => true,
    strict: true,
    callsPerUser: 0,
    callsPerAddress: 0,
    rateWindowMs: minuteMs,
    publicOrigin: null,
    clock: () => 0,
    wasDone: () => Promise.resolve(false),
    apiBase: '/api/',
    streamBase: '/stream',
    fileBase: '/files/',
    readFile: () => Promise.resolve(null),
    readContentImage: () => Promise.resolve(null),
    appDirectory: null,
    otherOrigins: { own: [], framedHosts: [], pictures: [] },
    trustedProxies: noProxies,
    countryHeader: null,
    isGold: () => false,
    switchedOff: () => null,
    lagMaxMs: 0,
    logger: null,
    metrics: new Registry(),
    health: { report: () => ({ status: 'ready', parts: [] }) },
    ...given,
  } satisfies Partial<EdgeDeps> & CallServiceDeps;
  return build({ firstData: firstDataBlocks(deps), service: createCallService(deps), ...deps });
}

let requests = 0;

/** The handler context of a signed-in user; with a new key by default. */
export function contextFor(userId: bigint, key = `tap-of-a-test-${String((requests += 1)).padStart(8, '0')}`) {
  return {
    caller: { userId, sessionId: 1n },
    requestId: 'test',
    address: '203.0.113.1',
    isLocal: false,
    userAgent: 'test',
    countries: [],
    origin: null,
    idempotencyKey: key,
  };
}
