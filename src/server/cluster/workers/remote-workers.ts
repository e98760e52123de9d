import * as v from 'valibot';
import type { Logger } from '#server/core/log/log.ts';
import { dutyOf } from '../placement/duty.ts';
import type { Family, AssignedMarket, MarketAnswer, MarketCommands } from '../placement/messages.ts';
import {
  type Assignment,
  NoAnswer,
  NotRun,
  type RemoteWorker,
  type RemoteWorkers,
  type WorkerHeartbeat,
} from '../placement/remote-worker.ts';
import { AwaitedAnswers } from '../bus/awaited-answers.ts';
import { type Bus, NotDelivered } from '../bus/bus.ts';
import { readFailure } from '../bus/failures.ts';
import { packFrame, readFrame } from '../bus/frame.ts';
import { changesSubject, dutySubject, workersSubject, workerSubject, type SubjectRoot } from '../bus/subjects.ts';
import type { FamilyCodec } from '../codecs/codec.ts';
import { workerAnswerSchema, workerProtocol, heartbeatSchema } from './worker-messages.ts';

/** An engine that was assigned markets answers once it has loaded them. */
const assignWithinMs = 5_000;
const snapshotWithinMs = 2_000;
/** Longer than a command waits in the queue of its writer, which says then what is known. */
const runWithinMs = 4_750;
/** An engine that sent no heartbeat for this long is forgotten: nothing that it was asked for is still waited for. */
const forgottenAfterMs = 60_000;

/** The engines that can run markets of a family, as NATS reaches them. */
export function workersOf<Of extends Family>(
  bus: Bus,
  root: SubjectRoot,
  codec: FamilyCodec<Of>,
  logger: Logger,
): RemoteWorkers<Of> {
  const known = new Map<string, NatsWorker<Of>>();
  return {
    onHeartbeat(listener) {
      return bus.subscribe(workersSubject(root, codec.family), (payload) => {
        const read = signOf(payload);
        if (read === null) return;
        const { id, connections, ...heartbeat } = read;
        let worker = known.get(id);
        if (worker === undefined) {
          for (const one of known.values()) if (one.isForgotten) known.delete(one.id);
          worker = new NatsWorker(bus, root, codec, id);
          known.set(id, worker);
        }
        worker.seen(connections);
        listener(worker, heartbeat);
      });
    },
    onChange(listener) {
      return bus.subscribe(changesSubject(root, codec.family), (payload) => {
        let change: Of['change'];
        try {
          change = codec.decodeChange(payload);
        } catch (error) {
          // It shows as a gap, and its market is loaded again.
          logger.error({ err: error, family: codec.family }, 'a change of a market cannot be read');
          return;
        }
        listener(change);
      });
    },
  };
}

/** A heartbeat; null for one of another version, as while versions change. */
function signOf(payload: Uint8Array): (WorkerHeartbeat & { readonly id: string; readonly connections: number }) | null {
  const head = readFrame(payload)?.head;
  if (v.parse(v.object({ protocol: v.number() }), head).protocol !== workerProtocol) return null;
  const { id, name, isLeaving, connections, markets } = v.parse(heartbeatSchema, head);
  return { id, name, isLeaving, connections, markets: markets.map(([market, epoch, seq]) => ({ market, epoch, seq })) };
}

class NatsWorker<Of extends Family> implements RemoteWorker<Of> {
  readonly id: string;
  readonly #bus: Bus;
  readonly #root: SubjectRoot;
  readonly #codec: FamilyCodec<Of>;
  /** What was on its way when the engine lost its connection is given up soon after it has another one. */
  readonly #awaited = new AwaitedAnswers();
  #connections: number | null = null;
  #seenAt = 0;

  constructor(bus: Bus, root: SubjectRoot, codec: FamilyCodec<Of>, id: string) {
    this.#bus = bus;
    this.#root = root;
    this.#codec = codec;
    this.id = id;
  }

  /** Whether it sent no heartbeat for so long that nothing is waited for of it. */
  get isForgotten(): boolean {
    return performance.now() - this.#seenAt > forgottenAfterMs;
  }

  /** It sent a heartbeat. @param connections how often it was connected to the broker */
  seen(connections: number): void {
    if (this.#connections !== null && this.#connections !== connections) this.#awaited.connectionIsBack();
    this.#connections = connections;
    this.#seenAt = performance.now();
  }

  async prepare(writer: string): Promise<void> {
    await this.#ask(workerSubject(this.#root, this.id, 'prepare'), packFrame({ writer }), assignWithinMs);
  }

  async assign(assignment: Assignment, markets: readonly AssignedMarket<Of>[]): Promise<Of['snapshot'][]> {
    const message = packFrame(assignment, this.#codec.encodeAssigned(markets));
    await this.#ask(workerSubject(this.#root, this.id, 'assign'), message, assignWithinMs);
    const snapshots: Of['snapshot'][] = [];
    for (const { listed, epoch } of markets) {
      const found = await this.snapshot(listed.id, epoch);
      if (found !== null) snapshots.push(found);
    }
    return snapshots;
  }

  async revoke(holder: string): Promise<void> {
    await this.#ask(workerSubject(this.#root, this.id, 'revoke'), packFrame({ holder }), snapshotWithinMs);
  }

  async snapshot(market: string, epoch: number): Promise<Of['snapshot'] | null> {
    const subject = workerSubject(this.#root, this.id, 'snapshot');
    const { head, body } = await this.#ask(subject, packFrame({ market, epoch }), snapshotWithinMs);
    if ('none' in head) return null;
    return this.#codec.decodeSnapshot('parts' in head ? await this.#whole(head.parts) : body);
  }

  async run(commands: MarketCommands<Of>): Promise<MarketAnswer<Of>> {
    const subject = dutySubject(this.#root, dutyOf(this.#codec.family, commands.market));
    const { body } = await this.#ask(subject, this.#codec.encodeCommands(commands), runWithinMs);
    return this.#codec.decodeAnswer(body);
  }

  async #whole({ id, count }: { readonly id: string; readonly count: number }): Promise<Buffer> {
    const subject = workerSubject(this.#root, this.id, 'part');
    const parts: Buffer[] = [];
    for (let index = 0; index < count; index += 1) {
      const { head, body } = await this.#ask(subject, packFrame({ id, index }), snapshotWithinMs);
      if ('none' in head) throw new NoAnswer('a part of an answer is gone');
      parts.push(body);
    }
    return Buffer.concat(parts);
  }

  async #ask(subject: string, message: Uint8Array, withinMs: number) {
    let answer: Uint8Array;
    try {
      answer = await this.#awaited.wait(this.#bus.request(subject, message, withinMs));
    } catch (error) {
      if (error instanceof NotDelivered) throw new NotRun(`nobody hears ${subject}`, { cause: error });
      throw new NoAnswer(`no answer came on ${subject}`, { cause: error });
    }
    const frame = readFrame(answer);
    const head = v.safeParse(workerAnswerSchema, frame?.head);
    if (frame === null || !head.success) throw new NoAnswer(`an answer on ${subject} cannot be read`);
    if ('notRun' in head.output) throw new NotRun(`${subject} is not run there`);
    if ('failure' in head.output) throw readFailure(head.output.failure);
    return { head: head.output, body: frame.body };
  }
}
