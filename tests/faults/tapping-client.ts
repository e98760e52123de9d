import { setTimeout as sleep } from 'node:timers/promises';
import { codes, type Code } from '#protocol/core/codes.ts';
import type { Envelope } from '#protocol/core/envelope.ts';
import { moneyDeadlineHeader } from '#protocol/core/limits.ts';

/** One request of a user and what came of it, as the user knows it. */
export interface StoredRequest<Call extends string, Body, Acknowledged extends object> {
  readonly call: Call;
  readonly key: string;
  readonly body: Body;
  /** Nothing new is done under the key after this, in epoch milliseconds; left out for no deadline. */
  readonly deadline?: number;
  /** What was acknowledged, the code of a refusal, or null while nothing came back. */
  answer: Acknowledged | Code | null;
}

/** "Busy" comes from an exchange that cannot do it now: the user waits this long. */
const busyPauseMs = 30;
/** Without an answer for this long, the user retries. */
const answerWithinMs = 20_000;

/** The exchange was gone before it answered, or it does not know itself what became of the call. */
export class NoAnswer extends Error {}

/** Whom a client of a test acts for, and how. */
export interface User {
  readonly token: string;
  /** Begins the keys of its requests. */
  readonly name: string;
  readonly random: () => number;
}

/** A user who sends requests, records every acknowledgement, and retries unanswered ones. */
export abstract class TappingClient<Call extends `POST ${string}`, Body, Acknowledged extends object> {
  readonly requests: StoredRequest<Call, Body, Acknowledged>[] = [];
  /** The slowest answer of all, "busy" and "unknown" too. */
  slowestMs = 0;
  protected readonly user: User;

  protected constructor(user: User) {
    this.user = user;
  }

  /** What is kept of the data of an acknowledgement. */
  protected abstract keptOf(data: Record<string, unknown>): Acknowledged;

  /** Retries unanswered requests with their keys, as the app does. */
  async repeatUnanswered(address: string): Promise<number> {
    const unanswered = this.requests.filter((request) => request.answer === null);
    for (const request of unanswered) await this.deliver(address, request);
    return unanswered.length;
  }

  protected request(call: Call, body: Body): StoredRequest<Call, Body, Acknowledged> {
    return { call, body, key: `${this.user.name}-${this.requests.length}`.padEnd(16, '-'), answer: null };
  }

  protected async send(address: string, request: StoredRequest<Call, Body, Acknowledged>): Promise<void> {
    this.requests.push(request);
    await this.deliver(address, request);
  }

  /** "Busy" is no answer, unless it says that the deadline has passed: the same request is sent again. */
  protected async deliver(address: string, request: StoredRequest<Call, Body, Acknowledged>): Promise<void> {
    const url = `${address}/api/${request.call.slice('POST '.length)}`;
    const { token } = this.user;
    for (;;) {
      const from = performance.now();
      const { key, body, deadline } = request;
      const answer = await ask<Record<string, unknown> | null>(url, { token, key, body, deadline }).finally(
        () => (this.slowestMs = Math.max(this.slowestMs, performance.now() - from)),
      );
      if (answer.code === codes.busyRetry && answer.data?.['reason'] !== 'deadline-passed') {
        await sleep(busyPauseMs);
        continue;
      }
      // A refusal may carry data too, such as what is left.
      const isDone = answer.code === codes.success && answer.data !== null;
      request.answer = isDone ? this.keptOf(answer.data ?? {}) : answer.code;
      return;
    }
  }
}

/** Registers a practice account. @returns its token */
export async function registerPractice(address: string): Promise<string> {
  const body = { kind: 'practice' };
  const { data, msg } = await askWhenFree<{ token: string } | null>(`${address}/api/register`, { body });
  if (data === null) throw new Error(`no account: ${msg}`);
  return data.token;
}

/** One call, again while the exchange is busy: as it just started, on a machine that does much else. */
export async function askWhenFree<Data>(...call: Parameters<typeof ask>): Promise<Envelope<Data>> {
  for (;;) {
    const answer = await ask<Data>(...call);
    if (answer.code !== codes.busyRetry) return answer;
    await sleep(busyPauseMs);
  }
}

/** Does something until it is done or the exchange is gone. */
export async function untilGone(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
  }
}

/** One call. @throws NoAnswer when the connection broke before the whole answer was there */
export async function ask<Data>(
  url: string,
  { token, key, body, deadline }: { token?: string; key?: string; body?: unknown; deadline?: number | undefined },
): Promise<Envelope<Data>> {
  const headers: Record<string, string> = { connection: 'keep-alive' };
  if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
  if (key !== undefined) headers['idempotency-key'] = key;
  if (deadline !== undefined) headers[moneyDeadlineHeader] = String(deadline);
  if (body !== undefined) headers['content-type'] = 'application/json';
  const signal = AbortSignal.timeout(answerWithinMs);
  const init = { signal, headers, ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }) };
  let status: number;
  let text: string;
  try {
    const response = await fetch(url, init);
    status = response.status;
    text = await response.text();
  } catch (error) {
    throw new NoAnswer(url, { cause: error });
  }
  // Nobody knows what became of it: it is asked again under its key.
  if (status === 500) throw new NoAnswer(`${url} answered 500`);
  // Without an envelope it comes from a balancer, whose server is gone.
  if (status >= 502 && !text.startsWith('{')) throw new NoAnswer(`${url} answered ${status}`);
  // A server that just started and has much to catch up with says "busy" with a status of its own.
  if (status !== 200 && status !== 503) throw new Error(`${url} answered ${status}: ${text}`);
  return JSON.parse(text) as Envelope<Data>;
}
