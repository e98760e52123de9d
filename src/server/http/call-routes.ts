import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { anyCallRefuses, type CallSpec } from '#protocol/core/call.ts';
import { type CallName, calls } from '#protocol/calls.ts';
import { dayMs } from '#protocol/core/durations.ts';
import { answerWithinMs, type CallService } from '../core/asked-call.ts';
import { Refusal } from '../core/failures/refusal.ts';
import { AnswerDeadlines } from './answer-deadlines.ts';
import { SharedAnswers } from './calls/shared-answers.ts';
import { readCall, type ReadCallDeps } from './calls/read-call.ts';
import { refusalEnvelope, refusalStatus, refusalType } from './envelope.ts';
import { logLateEnd } from './failures.ts';
import { registerUploadRoute } from './upload.ts';

/** What the routes of the calls need. */
export interface CallRoutesDeps extends ReadCallDeps {
  readonly service: CallService;
  /** Test mode: an undeclared refusal is a broken invariant. */
  readonly strict: boolean;
}

/** Registers every call of the contract, from the table alone. */
export function registerCalls(api: FastifyInstance, deps: CallRoutesDeps): void {
  const deadlines = new AnswerDeadlines();
  const shared = new SharedAnswers();
  for (const [name, spec] of Object.entries<CallSpec>(calls)) {
    const [verb = '', path = ''] = name.split(' ');
    const isUpload = spec.upload === true;
    const answerMs = answerWithinMs(spec);
    const route: RouteOptions = {
      method: verb,
      url: `/${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      config: { isCall: true, isPublicRead: spec.access === 'public' && verb === 'GET' },
      handler: async (request, reply) => {
        reply.header('cache-control', cacheRule(verb, spec, request));
        try {
          const seconds = request.headers.authorization === undefined ? spec.sharedSeconds : undefined;
          if (seconds !== undefined) return await answerShared(request, reply, seconds);
          const { body, lasts } = await serve(request);
          if (lasts) reply.header('cache-control', lastingRule);
          if (typeof body === 'string') reply.type('application/json; charset=utf-8');
          return body;
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          return answerRefusal(reply, error, name, spec, deps.strict);
        }
      },
    };
    const serve = (request: FastifyRequest) =>
      deadlines.run(
        answerMs,
        () => deps.service.serve(name as CallName, readCall(request, isUpload, deps)),
        (end) => logLateEnd(request, end),
      );
    const answerShared = async (request: FastifyRequest, reply: FastifyReply, seconds: number) => {
      const { text, tag } = await shared.give(request.url, seconds, async () => (await serve(request)).body);
      reply.header('cache-control', `public, max-age=${seconds}`).header('etag', tag);
      if (request.headers['if-none-match'] === tag) return reply.status(304).send();
      reply.type('application/json; charset=utf-8');
      return text;
    };
    if (isUpload) registerUploadRoute(api, route);
    else api.route(route);
  }
}

/**
 * Private answers and answers to anything but GET are never cached in between. Public ones may be cached but must be
 * revalidated: the app's own cache decides on freshness.
 */
function cacheRule(verb: string, spec: CallSpec, request: FastifyRequest): string {
  const isPublicRead = spec.access === 'public' && verb === 'GET';
  return isPublicRead && request.headers.authorization === undefined ? 'public, no-cache' : 'no-store';
}

const lastingRule = `public, max-age=${dayMs / 1_000}, immutable`;

function answerRefusal(reply: FastifyReply, refusal: Refusal, name: string, spec: CallSpec, strict: boolean) {
  const declared = spec.refuses.includes(refusal.codeName) || anyCallRefuses.includes(refusal.codeName);
  const ofAccess = refusal.codeName === 'noRealName' && spec.access !== 'public' && spec.access !== 'user';
  if (strict && !declared && !ofAccess) throw new Error(`${name} refused with ${refusal.codeName}, undeclared`);
  reply.status(refusalStatus(refusal.codeName));
  return refusalEnvelope(refusal.codeName, refusalType(refusal), refusal.data);
}
