import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { OutcomeUnknown } from '#server/core/failures/outcome-unknown.ts';
import { StoreUnavailable } from '#server/core/failures/store-unavailable.ts';
import { AwaitedAnswers } from '../bus/awaited-answers.ts';
import { type Bus, NoReply, NotDelivered } from '../bus/bus.ts';
import { readFailure } from '../bus/failures.ts';
import { type Frame, packFrame, readFrame } from '../bus/frame.ts';
import { answerHeadSchema, type Operation, operations, type Sent, type Understood } from '../bus/operations.ts';
import { partBytes, wholeMaxBytes } from '../bus/parts.ts';
import { operationSubject, type SubjectRoot } from '../bus/subjects.ts';
import type { EngineCounts } from './engine-metrics.ts';
import type { EngineWatch } from './engine-watch.ts';

/** How long a part of a message or of an answer may take. */
const partTimeoutMs = 5_000;
const askTimeoutDefaultMs = 10_000;
/** Requests wait for the next engine until the last one has been lost for so long, which covers a take-over. */
export const nextEngineWithinMs = 3_000;
/** Requests that wait for their answer at once: beyond it they are refused before they are sent. */
const waitingMax = 20_000;

/** How something is asked for. */
interface AskOptions {
  /** Bytes beside the input, such as a file. */
  readonly body?: Uint8Array;
  readonly timeoutMs?: number;
  /** The last word of the subject of a call. */
  readonly area?: string;
  /** Whether it changes something: then an answer that does not come leaves the outcome unknown. */
  readonly changes?: boolean;
}

/** What was answered: facts, and bytes that were not looked into. */
interface Asked<Name extends Operation> {
  readonly head: Understood<Name>;
  readonly body: Buffer;
}

interface EngineClientDeps {
  readonly bus: Bus;
  readonly root: SubjectRoot;
  readonly watch: EngineWatch;
  readonly counts: EngineCounts;
  /** How long the next engine is waited for; for tests. */
  readonly nextEngineWithinMs?: number;
}

/**
 * Asks the active engine. While one engine takes over from another, requests that were not sent wait for the next one:
 * whoever asks sees a late answer instead of a refusal.
 */
export class EngineClient {
  readonly #deps: EngineClientDeps;
  /** Requests whose answer is awaited, and those that were not sent yet. */
  readonly #awaited = new AwaitedAnswers();
  readonly #unsent = new Set<() => void>();
  readonly #unfollow: readonly (() => void)[];

  constructor(deps: EngineClientDeps) {
    this.#deps = deps;
    // No answer comes any more from an engine that is lost.
    this.#unfollow = [
      deps.watch.onEngine((engine, isOther) => {
        if (engine === null ? deps.watch.hasLeft : !isOther) return;
        this.#awaited.giveUp('the engine was lost');
      }),
      // Requests and answers on their way were lost with its connection, also where this edge had none to lose.
      deps.watch.onBack(() => this.#awaited.connectionIsBack()),
    ];
  }

  /** Requests that wait for an engine and were not sent. */
  get unsentCount(): number {
    return this.#unsent.size;
  }

  /**
   * Asks for an operation.
   *
   * @throws StoreUnavailable when certainly nothing was done: there is no engine, or it says so
   * @throws OutcomeUnknown when something that changes the store was sent and its answer is lost or late
   * @throws Error any other failure as it was thrown at the engine
   */
  async ask<Name extends Operation>(name: Name, input: Sent<Name>, options: AskOptions = {}): Promise<Asked<Name>> {
    const { watch, counts } = this.#deps;
    const whole = packFrame(input, options.body);
    const endsAtMs = performance.now() + (options.timeoutMs ?? askTimeoutDefaultMs);
    for (;;) {
      const engine = watch.active?.engine ?? (await this.#nextEngine(endsAtMs));
      if (this.#awaited.size >= waitingMax) throw new StoreUnavailable('too many requests wait for the engine');
      try {
        return await this.#askEngine(engine, name, whole, { ...options, endsAtMs });
      } catch (error) {
        if (error instanceof NotDelivered) {
          // Nothing was done: the next engine is asked instead.
          watch.gone(engine);
          continue;
        }
        if (error instanceof OutcomeUnknown && options.changes === true) counts.unknown('engine');
        if (!(error instanceof NoReply)) throw error;
        if (options.changes !== true) throw new StoreUnavailable('the engine did not answer', { cause: error });
        counts.unknown('answer');
        throw new OutcomeUnknown('a request to the engine', { cause: error });
      }
    }
  }

  close(): void {
    for (const unfollow of this.#unfollow) unfollow();
    for (const fail of this.#unsent) fail();
    this.#awaited.giveUp('the edge ends');
  }

  /** @throws NotDelivered when the engine certainly did not hear; NoReply when its answer is lost or late */
  async #askEngine<Name extends Operation>(
    engine: string,
    name: Name,
    whole: Buffer,
    { area, endsAtMs }: AskOptions & { readonly endsAtMs: number },
  ): Promise<Asked<Name>> {
    const { bus, root, counts } = this.#deps;
    const { payloadMaxBytes } = bus;
    const isWhole = whole.length <= wholeMaxBytes(payloadMaxBytes);
    const message = isWhole ? whole : await this.#inParts(engine, whole, partBytes(payloadMaxBytes));
    const subject = operationSubject(root, engine, name, area);
    const sentAtMs = performance.now();
    const payload = await this.#send(subject, message, Math.max(1, endsAtMs - sentAtMs));
    counts.answered(name, performance.now() - sentAtMs);
    const { head, body } = await this.#wholeAnswer(engine, payload);
    const checked = v.safeParse(operations[name].output, head);
    if (!checked.success) throw new NoReply('an answer breaks its schema');
    return { head: checked.output as Understood<Name>, body };
  }

  /** @throws StoreUnavailable when there is none in time */
  #nextEngine(endsAtMs: number): Promise<string> {
    const { watch, nextEngineWithinMs: withinMs = nextEngineWithinMs } = this.#deps;
    const waitMs = Math.min(withinMs - watch.lostForMs, endsAtMs - performance.now());
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        unfollow();
        this.#unsent.delete(fail);
      };
      const fail = () => {
        end();
        reject(new StoreUnavailable('there is no engine'));
      };
      const timer = setTimeout(fail, Math.max(0, waitMs));
      const unfollow = watch.onEngine((engine) => {
        if (engine === null) return;
        end();
        resolve(engine.engine);
      });
      if (waitMs <= 0 || this.#unsent.size >= waitingMax) fail();
      else this.#unsent.add(fail);
    });
  }

  /** The answer, whose parts are fetched when it came in parts. */
  async #wholeAnswer(engine: string, payload: Uint8Array): Promise<Frame> {
    const answer = readAnswer(payload);
    if (!('parts' in answer.head)) return answered(answer);
    const { id, count } = answer.head.parts;
    const parts: Buffer[] = [];
    const partSubject = operationSubject(this.#deps.root, engine, 'get-part');
    for (let index = 0; index < count; index += 1) {
      parts.push((await this.#part(partSubject, packFrame({ id, index }))).body);
    }
    return answered(readAnswer(Buffer.concat(parts)));
  }

  /** Brings a large message part by part; then what refers to it is sent instead. Nothing is done before. */
  async #inParts(engine: string, whole: Buffer, size: number): Promise<Buffer> {
    const id = randomUUID();
    const subject = operationSubject(this.#deps.root, engine, 'put-part');
    try {
      for (let index = 0; index * size < whole.length; index += 1) {
        const part = whole.subarray(index * size, (index + 1) * size);
        await this.#part(subject, packFrame({ id, index }, part));
      }
    } catch (error) {
      throw new StoreUnavailable('a message could not be brought to the engine', { cause: error });
    }
    return packFrame({ parts: id });
  }

  /** A failed part of an answer is an answer that is lost. */
  async #part(subject: string, message: Buffer): Promise<Frame> {
    try {
      return answered(readAnswer(await this.#send(subject, message, partTimeoutMs)));
    } catch (error) {
      throw new NoReply('a part was lost', { cause: error });
    }
  }

  #send(subject: string, message: Buffer, timeoutMs: number): Promise<Uint8Array> {
    return this.#awaited.wait(this.#deps.bus.request(subject, message, timeoutMs));
  }
}

type AnswerHead = v.InferOutput<typeof answerHeadSchema>;

interface ReadAnswer {
  readonly head: AnswerHead;
  readonly body: Buffer;
}

/** @throws NoReply when it cannot be read: whatever was asked for may have been done */
function readAnswer(payload: Uint8Array): ReadAnswer {
  const frame = readFrame(payload);
  const head = v.safeParse(answerHeadSchema, frame?.head);
  if (frame === null || !head.success) throw new NoReply('an answer cannot be read');
  return { head: head.output, body: frame.body };
}

/** @throws Error the failure that was answered */
function answered({ head, body }: ReadAnswer): Frame {
  if ('failure' in head) throw readFailure(head.failure);
  if ('parts' in head) throw new NoReply('an answer cannot be read');
  return { head: head.ok, body };
}
