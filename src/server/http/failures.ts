import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { storeFailure } from '../core/failures/store-failures.ts';
import { Refusal } from '../core/failures/refusal.ts';
import { AnswerOverdue, type LateEnd } from './answer-deadlines.ts';
import { RequestFault } from '../core/failures/request-fault.ts';
import { refusalEnvelope } from './envelope.ts';

/**
 * One place turns what went wrong into an answer: a bad request into its 4xx, an overload into 429 or 503, and
 * everything else into a 500 without detail, while the log gets the rest under the request's id. A write with an
 * unknown outcome is such a 500 too, never a refusal: the app keeps its key and retries. What was certainly not done
 * because the store is unavailable, and every failed read, is "busy, retry".
 */
export function registerFailureAnswers(app: FastifyInstance): void {
  app.setErrorHandler(answerFailure);
  app.setNotFoundHandler((_request, reply) => {
    reply.header('cache-control', 'no-store');
    return reply.status(404).send(refusalEnvelope('notFound', 'error'));
  });
}

/** Answers a request that failed outside of a refusal; also used for addresses the router cannot read. */
export function answerFailure(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('cache-control', 'no-store');
  reply.removeHeader('content-encoding');
  if (error instanceof RequestFault) {
    return reply.status(error.statusCode).send(refusalEnvelope(error.codeName, 'error'));
  }
  const failure = storeFailure(error);
  if (failure === 'busy' || (failure === 'unknown' && request.method === 'GET')) {
    request.log.warn({ err: error, route: request.routeOptions.url }, 'the store could not serve a request');
    return reply.status(503).send(refusalEnvelope('busyRetry', 'error'));
  }
  if (failure === 'unknown') {
    request.log.warn({ err: error, ...unknownOutcome(request) }, 'the outcome of a request is unknown');
    return reply.status(500).send(refusalEnvelope('serverError', 'error'));
  }
  if (error instanceof AnswerOverdue) return answerOverdue(error, request, reply);
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
  if (status === 404 || status === 403) return reply.status(404).send(refusalEnvelope('notFound', 'error'));
  if (status >= 400 && status < 500) {
    const answered = status === 413 || status === 408 ? status : 400;
    return reply.status(answered).send(refusalEnvelope('operationFailed', 'error'));
  }
  if (status === 503) return reply.status(503).send(refusalEnvelope('busyRetry', 'error'));
  request.log.error({ err: error, route: request.routeOptions.url }, 'a request broke an invariant');
  return reply.status(500).send(refusalEnvelope('serverError', 'error'));
}

/** What marks the line of a 500 for which the store is the reason: it is never left out as one of many. */
function unknownOutcome(request: FastifyRequest) {
  return { route: request.routeOptions.url, outcome: 'unknown' } as const;
}

/**
 * A handler exceeded its time limit. It keeps running, so "busy, nothing was done" would be wrong for a write; only a
 * read may simply be retried. Every wait for the store has a shorter limit, so this is no outage but a fault.
 */
function answerOverdue(error: AnswerOverdue, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (request.method === 'GET') {
    request.log.warn({ err: error, route: request.routeOptions.url }, 'a read took too long');
    return reply.status(503).send(refusalEnvelope('busyRetry', 'error'));
  }
  request.log.error({ err: error, ...unknownOutcome(request) }, 'a request was not answered in time');
  return reply.status(500).send(refusalEnvelope('serverError', 'error'));
}

/** Logs how an overdue request ended after all: nobody is answered any more, and a failure must not be lost. */
export function logLateEnd(request: FastifyRequest, { error, tookMs }: LateEnd): void {
  const facts = { route: request.routeOptions.url, ms: Math.round(tookMs) };
  if (error === null || error instanceof Refusal || error instanceof RequestFault) {
    request.log.warn({ ...facts, ended: error === null ? 'done' : error.codeName }, 'an overdue request ended');
  } else if (storeFailure(error) !== null) {
    request.log.warn({ err: error, ...facts, outcome: 'unknown' }, 'an overdue request failed');
  } else {
    request.log.error({ err: error, ...facts }, 'an overdue request failed');
  }
}

/** Answers invalid HTTP, for which there is neither request nor reply. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
  const body = JSON.stringify(refusalEnvelope('operationFailed', 'error'));
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
