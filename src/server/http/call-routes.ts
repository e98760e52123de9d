import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { anyCallRefuses, type CallSpec } from '../../protocol/call.ts';
import { type CallName, calls } from '../../protocol/calls.ts';
import { dayMs } from '../../protocol/durations.ts';
import { requestTimeoutMs } from '../../protocol/limits.ts';
import { OutcomeUnknown } from '../core/failures/outcome-unknown.ts';
import { Refusal } from '../core/failures/refusal.ts';
import { storeFailure } from '../core/failures/store-failures.ts';
import { traceCommits } from '../core/store/commit-trace.ts';
import { AnswerDeadlines } from './answer-deadlines.ts';
import { CallPacing, type CallPacingTerms, callPacingTerms } from './call-pacing.ts';
import { callServing, type CallServingDeps } from './call-serving.ts';
import { RequestFault } from '../core/failures/request-fault.ts';
import { refusalEnvelope, refusalStatus, refusalType } from './envelope.ts';
import { logLateEnd } from './failures.ts';
import { MoneyAsks, type MoneyAsksDeps } from './money-requests.ts';
import { createUploadGate, registerUploadRoute } from './upload.ts';

/** What serving the calls needs. */
export interface CallRoutesDeps extends CallServingDeps, MoneyAsksDeps {
  /** Calls one user may make within the rate window; 0 for no limit. */
  readonly callsPerUser: number;
  readonly rateWindowMs: number;
  /** How calls are paced by what they cost; without it as `callsPerUser` says. */
  readonly pacing?: CallPacingTerms;
}

/** Calls that move money are answered within this, if only with an unknown outcome (`OutcomeUnknown`). */
const moneyAnswerMs = 5_000;

/** Registers every call of the contract, from the table alone. */
export function registerCalls(api: FastifyInstance, deps: CallRoutesDeps): void {
  const deadlines = new AnswerDeadlines();
  const limits = {
    pacing: new CallPacing(deps.pacing ?? callPacingTerms(deps.callsPerUser)),
    moneyAsks: new MoneyAsks(deps),
    uploads: createUploadGate(),
    userIsWithinLimit: userLimit(api, deps),
  };
  for (const [name, spec] of Object.entries<CallSpec>(calls)) {
    const [verb = '', path = ''] = name.split(' ');
    const serve = callServing({ name: name as CallName, spec, verb }, deps, limits);
    const answerMs = spec.money && spec.upload !== true ? moneyAnswerMs : requestTimeoutMs;
    const route: RouteOptions = {
      method: verb,
      url: `/${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      config: { isCall: true, isPublicRead: spec.access === 'public' && verb === 'GET' },
      handler: async (request, reply) => {
        reply.header('cache-control', cacheRule(verb, spec, request));
        try {
          const answer = await deadlines.run(
            answerMs,
            () => (verb === 'GET' ? serve(request) : traceCommits(() => serve(request), afterCommit)),
            (end) => logLateEnd(request, end),
          );
          if (lastsOf(spec, answer)) reply.header('cache-control', lastingRule);
          return answer;
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          return answerRefusal(reply, error, name, spec, deps.strict);
        }
      },
    };
    if (spec.upload === true) registerUploadRoute(api, route);
    else api.route(route);
  }
}

/** "Busy, retry" means that nothing was done, so a call that has committed something must not get it. */
function afterCommit(error: unknown, hadCommitted: boolean): unknown {
  return hadCommitted && storeFailure(error) === 'busy' ? new OutcomeUnknown('a call', { cause: error }) : error;
}

/**
 * Private answers and answers to anything but GET are never cached in between. Public ones may be cached but must be
 * revalidated: the app's own cache decides on freshness.
 */
function cacheRule(verb: string, spec: CallSpec, request: FastifyRequest): string {
  const isPublicRead = spec.access === 'public' && verb === 'GET';
  return isPublicRead && request.headers.authorization === undefined ? 'public, no-cache' : 'no-store';
}

/** Nothing in such an answer is of the caller, so it is public also to those who are logged in. */
const lastingRule = `public, max-age=${dayMs / 1_000}, immutable`;

function lastsOf({ lasts, access }: CallSpec, answer: unknown): boolean {
  if (lasts === undefined || access !== 'public') return false;
  return (lasts as (output: unknown) => boolean)((answer as { readonly data: unknown }).data);
}

function answerRefusal(reply: FastifyReply, refusal: Refusal, name: string, spec: CallSpec, strict: boolean) {
  const declared = spec.refuses.includes(refusal.codeName) || anyCallRefuses.includes(refusal.codeName);
  const ofAccess = refusal.codeName === 'noRealName' && spec.access !== 'public' && spec.access !== 'user';
  if (strict && !declared && !ofAccess) throw new Error(`${name} refused with ${refusal.codeName}, undeclared`);
  reply.status(refusalStatus(refusal.codeName));
  return refusalEnvelope(refusal.codeName, refusalType(refusal), refusal.data);
}

function userLimit(api: FastifyInstance, deps: CallRoutesDeps) {
  if (deps.callsPerUser === 0) return () => Promise.resolve();
  const users = new WeakMap<FastifyRequest, string>();
  const check = api.createRateLimit({
    max: deps.callsPerUser,
    timeWindow: deps.rateWindowMs,
    keyGenerator: (request) => users.get(request) ?? '',
  });
  return async (request: FastifyRequest, userId: bigint): Promise<void> => {
    users.set(request, `person ${userId}`);
    const result = await check(request);
    if (!result.isAllowed && result.isExceeded) throw new RequestFault(429, 'busyRetry', 'Too many calls');
  };
}
