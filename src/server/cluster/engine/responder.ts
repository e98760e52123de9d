import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import type { Logger } from '#server/core/log/log.ts';
import { StoreUnavailable } from '#server/core/failures/store-unavailable.ts';
import { storeFailure } from '#server/core/failures/store-failures.ts';
import type { Bus } from '../bus/bus.ts';
import { packFailure } from '../bus/failures.ts';
import { type Frame, packFrame, readFrame } from '../bus/frame.ts';
import { type Answered, type Operation, operations, partsHeadSchema, type Received } from '../bus/operations.ts';
import { partBytes, PartStore, wholeMaxBytes } from '../bus/parts.ts';
import { operationSubject, type SubjectRoot } from '../bus/subjects.ts';

/** Requests in progress at once, in all: beyond it they are refused as busy. */
const requestsMax = 10_000;

/** An answer: its facts, and bytes that are not looked into. */
interface Answer<Name extends Operation> {
  readonly head: Answered<Name>;
  readonly body?: Uint8Array | string;
}

/** Serves one operation; `body` is what was sent beside its input. */
type Serve<Name extends Operation> = (input: Received<Name>, body: Buffer) => Answer<Name> | Promise<Answer<Name>>;

/** What serves each operation, beside those of the link itself. */
export type Served = { readonly [Name in Exclude<Operation, 'put-part' | 'get-part'>]: Serve<Name> };

interface ResponderDeps {
  readonly bus: Bus;
  readonly root: SubjectRoot;
  readonly engine: string;
  readonly logger: Logger;
}

/** @throws Error with the place of the fault alone: values may be secrets */
function inputOf<Name extends Operation>(name: Name, head: unknown): Received<Name> {
  const checked = v.safeParse(operations[name].input, head);
  if (!checked.success)
    throw new Error(`${name} breaks its schema at ${v.getDotPath(checked.issues[0]) ?? 'its root'}`);
  return checked.output;
}

/** Answers what edges ask of this engine, from the given functions. Input that breaks its schema is not served. */
export class Responder {
  readonly #deps: ResponderDeps;
  readonly #parts = new PartStore();
  readonly #ends: (() => Promise<void>)[] = [];
  #inProgress = 0;
  #idle: (() => void) | null = null;

  constructor(deps: ResponderDeps, served: Served) {
    this.#deps = deps;
    for (const [name, serve] of Object.entries(served)) this.#listen(name as Operation, serve as Serve<Operation>);
    this.#listen('put-part', ({ id, index }, body) => {
      if (!this.#parts.add(id, index, Buffer.from(body))) throw new StoreUnavailable('the part is not taken');
      return { head: {} };
    });
    this.#listen('get-part', ({ id, index }) => {
      const part = this.#parts.fetch(id, index);
      if (part === null) throw new StoreUnavailable('the part is gone');
      return { head: {}, body: part };
    });
  }

  /** Takes no further requests and serves those that were delivered, for at most so long. */
  async close(withinMs: number): Promise<void> {
    const ending = new AbortController();
    const late = sleep(withinMs, undefined, { signal: ending.signal }).catch(() => undefined);
    await Promise.race([this.#served(), late]);
    ending.abort();
    this.#parts.close();
  }

  async #served(): Promise<void> {
    await Promise.all(this.#ends.splice(0).map((end) => end()));
    if (this.#inProgress > 0) await new Promise<void>((resolve) => (this.#idle = resolve));
  }

  #listen<Name extends Operation>(name: Name, serve: Serve<Name>): void {
    const { bus, root, engine } = this.#deps;
    const subject = operationSubject(root, engine, name, name === 'call' ? '*' : undefined);
    this.#ends.push(bus.serve(subject, (payload, answer) => void this.#serve(name, serve, payload, answer)));
  }

  async #serve<Name extends Operation>(
    name: Name,
    serve: Serve<Name>,
    payload: Uint8Array,
    answer: ((payload: Uint8Array) => void) | null,
  ): Promise<void> {
    this.#inProgress += 1;
    try {
      answer?.(this.#sized(await this.#answer(name, serve, payload)));
    } catch (error) {
      this.#deps.logger.error({ err: error, operation: name }, 'an answer to an edge could not be sent');
    } finally {
      this.#inProgress -= 1;
      if (this.#inProgress === 0) this.#idle?.();
    }
  }

  async #answer<Name extends Operation>(name: Name, serve: Serve<Name>, payload: Uint8Array): Promise<Buffer> {
    let requestId: string | undefined;
    try {
      if (this.#inProgress > requestsMax) throw new StoreUnavailable('too many requests of edges at once');
      const { head, body } = this.#whole(payload);
      const input = inputOf(name, head);
      if (name === 'call') requestId = (input as Received<'call'>).requestId;
      const { head: ok, body: answered } = await serve(input, body);
      return packFrame({ ok }, answered);
    } catch (error) {
      const failure = packFailure(error);
      this.#log(error, failure.kind, { operation: name, requestId });
      return packFrame({ failure });
    }
  }

  /** What an edge is answered without detail is logged here. */
  #log(error: unknown, kind: string, facts: { readonly operation: string; readonly requestId: string | undefined }) {
    const { logger } = this.#deps;
    if (kind === 'broken') logger.error({ err: error, ...facts }, 'a request of an edge broke an invariant');
    else if (storeFailure(error) === 'unknown')
      logger.warn({ err: error, ...facts, outcome: 'unknown' }, 'the outcome of a request of an edge is unknown');
    else if (kind === 'busy') logger.warn({ err: error, ...facts }, 'the store could not serve a request of an edge');
  }

  /** The message, put together when it was brought in parts. */
  #whole(payload: Uint8Array): Frame {
    const frame = readFrame(payload);
    if (frame === null) throw new Error('a message of an edge cannot be read');
    const inParts = v.safeParse(partsHeadSchema, frame.head);
    if (!inParts.success) return frame;
    const bytes = this.#parts.take(inParts.output.parts);
    const whole = bytes === null ? null : readFrame(bytes);
    // Nothing was done, so it may be sent again.
    if (whole === null) throw new StoreUnavailable('the parts of a message are gone');
    return whole;
  }

  /** The answer, or where its parts are when it is too large for one message. */
  #sized(bytes: Buffer): Buffer {
    const { payloadMaxBytes } = this.#deps.bus;
    if (bytes.length <= wholeMaxBytes(payloadMaxBytes)) return bytes;
    const held = this.#parts.hold(bytes, partBytes(payloadMaxBytes));
    // What was asked for may have been done: only its answer is lost.
    return packFrame(held === null ? { failure: { kind: 'unknown' } } : { parts: held });
  }
}
