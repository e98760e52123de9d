import { setTimeout as sleep } from 'node:timers/promises';
import { codes, type Code } from '../../src/contract/codes.ts';
import type { Envelope } from '../../src/contract/envelope.ts';

/** One tap of a person and what came of it, as the person knows it. */
export interface KeptTap<Call extends string, Body, Acknowledged extends object> {
  readonly call: Call;
  readonly key: string;
  readonly body: Body;
  /** What was acknowledged, the code of a refusal, or null while nothing came back. */
  answer: Acknowledged | Code | null;
}

/** "Busy" comes from an exchange that cannot do it now: the person waits this long. */
const busyPauseMs = 30;
/** Past this long without an answer, the person asks again. */
const answerWithinMs = 20_000;

/** The exchange was gone before it answered, or it does not know itself what became of the call. */
export class NoAnswer extends Error {}

/** Whom a client of a test acts for, and how. */
export interface Person {
  readonly token: string;
  /** Begins the keys of its taps. */
  readonly name: string;
  readonly random: () => number;
}

/** A person who taps, writes down every acknowledgement, and sends again what nobody answered. */
export abstract class TappingClient<Call extends `POST ${string}`, Body, Acknowledged extends object> {
  readonly taps: KeptTap<Call, Body, Acknowledged>[] = [];
  /** The slowest answer of all, "busy" and "unknown" too. */
  slowestMs = 0;
  protected readonly person: Person;

  protected constructor(person: Person) {
    this.person = person;
  }

  /** What is kept of the data of an acknowledgement. */
  protected abstract keptOf(data: Record<string, unknown>): Acknowledged;

  /** Sends again what nobody answered, under its old key, as the app does. */
  async repeatUnanswered(address: string): Promise<number> {
    const unanswered = this.taps.filter((tap) => tap.answer === null);
    for (const tap of unanswered) await this.deliver(address, tap);
    return unanswered.length;
  }

  protected tap(call: Call, body: Body): KeptTap<Call, Body, Acknowledged> {
    return { call, body, key: `${this.person.name}-${this.taps.length}`.padEnd(16, '-'), answer: null };
  }

  protected async send(address: string, tap: KeptTap<Call, Body, Acknowledged>): Promise<void> {
    this.taps.push(tap);
    await this.deliver(address, tap);
  }

  /** "Busy" is no answer: the same tap is sent again. */
  protected async deliver(address: string, tap: KeptTap<Call, Body, Acknowledged>): Promise<void> {
    const url = `${address}/api/${tap.call.slice('POST '.length)}`;
    const { token } = this.person;
    for (;;) {
      const from = performance.now();
      const answer = await ask<Record<string, unknown> | null>(url, { token, key: tap.key, body: tap.body }).finally(
        () => (this.slowestMs = Math.max(this.slowestMs, performance.now() - from)),
      );
      if (answer.code === codes.busyRetry) {
        await sleep(busyPauseMs);
        continue;
      }
      tap.answer = answer.data === null ? answer.code : this.keptOf(answer.data);
      return;
    }
  }
}

/** Registers a practice account. @returns its token */
export async function registerPractice(address: string): Promise<string> {
  const { data } = await ask<{ token: string }>(`${address}/api/register`, { body: { kind: 'practice' } });
  return data.token;
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
  { token, key, body }: { token?: string; key?: string; body?: unknown },
): Promise<Envelope<Data>> {
  const headers: Record<string, string> = { connection: 'keep-alive' };
  if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
  if (key !== undefined) headers['idempotency-key'] = key;
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
  // A server that just started and has much to catch up with says "busy" with a status of its own.
  if (status !== 200 && status !== 503) throw new Error(`${url} answered ${status}: ${text}`);
  return JSON.parse(text) as Envelope<Data>;
}
