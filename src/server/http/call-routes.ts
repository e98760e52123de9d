import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import * as v from 'valibot';
import { anyCallRefuses, type Area, type CallSpec } from '../../protocol/call.ts';
import { type CallName, calls, type MoneyCall } from '../../protocol/calls.ts';
import { clientAddress, type TrustedProxies } from '../core/config/client-address.ts';
import { moneyDeadlineHeader, requestTimeoutMs } from '../../protocol/limits.ts';
import { Refusal } from '../core/failures/refusal.ts';
import { checkAccess } from './access.ts';
import { CallPacing, type CallPacingTerms, callPacingTerms } from './call-pacing.ts';
import { checkIdempotencyKey, checkInput, type RawInput } from './call-input.ts';
import { AnswerDeadlines } from './answer-deadlines.ts';
import { answerEnvelope, refusalEnvelope, refusalStatus, refusalType, RequestFault } from './envelope.ts';
import type { Handlers } from '../core/handler.ts';
import { ownOrigin } from './own-origin.ts';
import { traceCommits } from '../core/store/commit-trace.ts';
import { OutcomeUnknown } from '../core/failures/outcome-unknown.ts';
import { storeFailure } from '../core/failures/store-failures.ts';
import type { SessionGate, SessionHolder, SessionUse } from '../core/session-gate.ts';
import { checkDeadline, MoneyAsks, type MoneyAsksDeps } from './money-requests.ts';
import { createUploadGate, readUpload, registerUploadRoute } from './upload.ts';

/** What serving the calls needs. */
export interface CallRoutesDeps extends MoneyAsksDeps {
  readonly handlers: Handlers;
  readonly sessions: SessionGate;
  /** Whether an area of the product is switched on; calls of one that is off answer 2015. */
  readonly areaIsOn: (area: Area) => boolean;
  /** Test mode: an undeclared refusal and an answer that breaks its schema are broken invariants. */
  readonly strict: boolean;
  /** Calls one user may make within the rate window; 0 for no limit. */
  readonly callsPerUser: number;
  readonly rateWindowMs: number;
  /** How calls are paced by what they cost; without it as `callsPerUser` says. */
  readonly pacing?: CallPacingTerms;
  /** Where users open the app, as in `https://dunlin.example`; null: wherever a request came to. */
  readonly publicOrigin: string | null;
  readonly trustedProxies: TrustedProxies;
}

/** What a page needs to know before anything else, also which areas are off. */
const alwaysOn: ReadonlySet<string> = new Set(['GET web/config', 'GET common/sysTime', 'POST common/version']);

/** Whoever moves money hears within this, if only that the outcome is not known yet (`OutcomeUnknown`). */
const moneyAnswerMs = 5_000;

type AnyHandler = (input: unknown, context: unknown) => Promise<unknown>;

/** Registers every call of the contract, from the table alone. */
export function registerCalls(api: FastifyInstance, deps: CallRoutesDeps): void {
  const userIsWithinLimit = userLimit(api, deps);
  const uploads = createUploadGate();
  const moneyAsks = new MoneyAsks(deps);
  const deadlines = new AnswerDeadlines();
  const pacing = new CallPacing(deps.pacing ?? callPacingTerms(deps.callsPerUser));
  for (const [name, spec] of Object.entries<CallSpec>(calls)) {
    const [verb = '', path = ''] = name.split(' ');
    const handler = (deps.handlers as unknown as Record<string, AnyHandler>)[name];
    if (handler === undefined) throw new Error(`No handler for ${name}`);
    const use: SessionUse = verb === 'GET' ? 'read' : 'write';
    const answerMs = spec.money && spec.upload !== true ? moneyAnswerMs : requestTimeoutMs;
    const route: RouteOptions = {
      method: verb,
      url: `/${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      config: { isPublicRead: spec.access === 'public' && verb === 'GET' },
      handler: async (request, reply) => {
        reply.header('cache-control', cacheRule(verb, spec, request));
        try {
          return await deadlines.run(answerMs, () =>
            verb === 'GET' ? serve(request) : traceCommits(() => serve(request), afterCommit),
          );
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          return answerRefusal(reply, error, name, spec, deps.strict);
        }
      },
    };
    if (spec.upload === true) registerUploadRoute(api, route);
    else api.route(route);

    async function serve(request: FastifyRequest): Promise<unknown> {
      if (!alwaysOn.has(name) && !deps.areaIsOn(spec.area)) throw new Refusal('notYetOpen');
      const holder = await checkAccess(spec.access, request.headers.authorization, deps.sessions, use);
      if (holder !== null) await userIsWithinLimit(request, holder.userId);
      if (spec.upload !== true) return answerCall(request, holder, request, {});
      return uploads.within(holder?.userId ?? null, async () => {
        const { fields, file } = await readUpload(request);
        return answerCall(request, holder, { query: request.query, params: request.params, body: fields }, { file });
      });
    }

    async function answerCall(
      request: FastifyRequest,
      holder: SessionHolder | null,
      raw: RawInput,
      more: object,
    ): Promise<unknown> {
      const input = checkInput(spec.input, verb === 'GET', raw);
      const { network, isLocal } = clientAddress(deps.trustedProxies, request.raw);
      const facts = {
        requestId: request.id,
        address: network,
        isLocal,
        userAgent: (request.headers['user-agent'] ?? '').slice(0, 400),
        origin: ownOrigin(request.headers.origin, request.host, deps.publicOrigin),
        caller: holder === null ? null : { userId: holder.userId, sessionId: holder.sessionId },
      };
      const output = await pacing.run(name as CallName, holder?.userId ?? network, async () =>
        spec.money && holder !== null
          ? serveMoney(request, holder, input, { ...facts, ...more })
          : handler?.(input, { ...facts, ...more }),
      );
      if (deps.strict) assertOutput(name, spec, output);
      return answerEnvelope(output);
    }

    function serveMoney(
      request: FastifyRequest,
      holder: SessionHolder,
      input: unknown,
      facts: object,
    ): Promise<unknown> {
      const key = checkIdempotencyKey(request.headers['idempotency-key']);
      const deadline = checkDeadline(request.headers[moneyDeadlineHeader]);
      const asked = { userId: holder.userId, call: name as MoneyCall, key };
      return moneyAsks.serve(asked, deadline, async (isLate) =>
        handler?.(input, { ...facts, idempotencyKey: key, isLate }),
      );
    }
  }
}

/** "Busy, ask again" says that nothing was done, so it is not what a call hears that had already committed something. */
function afterCommit(error: unknown, hadCommitted: boolean): unknown {
  return hadCommitted && storeFailure(error) === 'busy' ? new OutcomeUnknown('a call', { cause: error }) : error;
}

/**
 * Answers to a user are never kept by anything between, nor are answers to anything but GET. What is
 * public may be kept but must be asked for again: the app's own cache decides how old is good enough.
 */
function cacheRule(verb: string, spec: CallSpec, request: FastifyRequest): string {
  const isPublicRead = spec.access === 'public' && verb === 'GET';
  return isPublicRead && request.headers.authorization === undefined ? 'public, no-cache' : 'no-store';
}

function answerRefusal(reply: FastifyReply, refusal: Refusal, name: string, spec: CallSpec, strict: boolean) {
  const declared = spec.refuses.includes(refusal.codeName) || anyCallRefuses.includes(refusal.codeName);
  const ofAccess = refusal.codeName === 'noRealName' && spec.access !== 'public' && spec.access !== 'user';
  if (strict && !declared && !ofAccess) throw new Error(`${name} refused with ${refusal.codeName}, undeclared`);
  reply.status(refusalStatus(refusal.codeName));
  return refusalEnvelope(refusal.codeName, refusalType(refusal), refusal.data);
}

function assertOutput(name: string, spec: CallSpec, output: unknown): void {
  const sent: unknown = JSON.parse(JSON.stringify(output) ?? 'null');
  const checked = v.safeParse(spec.output, sent);
  if (!checked.success) {
    const issue = checked.issues[0];
    throw new Error(`${name} answers off its schema at ${v.getDotPath(issue) ?? 'its root'}: ${issue.message}`);
  }
  if (!isDeepStrictEqual(checked.output, sent)) throw new Error(`${name} answers fields its schema does not know`);
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
