import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import type { Logger } from '#server/core/log/log.ts';
import { dutyOf } from '../placement/duty.ts';
import { MarketWorker, type MarketWorkerDeps } from '../placement/market-worker.ts';
import type { Family } from '../placement/messages.ts';
import { NotRun } from '../placement/remote-worker.ts';
import type { Bus } from '../bus/bus.ts';
import { packFailure } from '../bus/failures.ts';
import { type Frame, packFrame, readFrame } from '../bus/frame.ts';
import { partBytes, PartStore, wholeMaxBytes } from '../bus/parts.ts';
import {
  changesSubject,
  dutySubject,
  type WorkerOperation,
  workersSubject,
  workerSubject,
  type SubjectRoot,
} from '../bus/subjects.ts';
import type { FamilyCodec } from '../codecs/codec.ts';
import {
  revokeSchema,
  assignmentSchema,
  partSchema,
  prepareSchema,
  workerProtocol,
  type SentHeartbeat,
  snapshotSchema,
} from './worker-messages.ts';

/** A heartbeat is sent this often. */
const beatsEveryMs = 500;
/** Whoever leaves waits this long for its markets to be taken back, and says so this often meanwhile. */
const leavesWithinMs = 4_000;
const leavingEveryMs = 50;

/** What running markets for the active engine needs. */
export interface MarketWorkerProcessDeps<Of extends Family> extends Omit<MarketWorkerDeps<Of>, 'family' | 'publish'> {
  readonly bus: Bus;
  readonly root: SubjectRoot;
  readonly logger: Logger;
  /** The name of this engine, as operators give it. */
  readonly name: string;
}

/** Runs markets of a family for the active engine, as long as another one is that. */
export class MarketWorkerProcess<Of extends Family> {
  readonly #deps: MarketWorkerProcessDeps<Of>;
  readonly #codec: FamilyCodec<Of>;
  readonly #id = randomUUID();
  readonly #worker: MarketWorker<Of>;
  readonly #parts = new PartStore();
  readonly #timer: NodeJS.Timeout;
  readonly #ends: (() => Promise<void>)[];
  /** Subjects of the markets that are run here. */
  #duties: (() => Promise<void>)[] = [];
  #isLeaving = false;

  constructor(deps: MarketWorkerProcessDeps<Of>, codec: FamilyCodec<Of>) {
    this.#deps = deps;
    this.#codec = codec;
    const { bus, root } = deps;
    this.#worker = new MarketWorker({ ...deps, family: codec.family, publish: (change) => this.#publish(change) });
    const serve = (operation: WorkerOperation, answer: (frame: Frame) => Buffer | Promise<Buffer>) =>
      this.#serve(workerSubject(root, this.#id, operation), answer);
    this.#ends = [
      serve('prepare', ({ head }) => this.#prepare(head)),
      serve('assign', (frame) => this.#assign(frame)),
      serve('revoke', ({ head }) => this.#revoke(head)),
      serve('snapshot', ({ head }) => this.#snapshot(head)),
      serve('part', ({ head }) => this.#part(head)),
    ];
    this.#timer = setInterval(() => this.#beat(), beatsEveryMs);
    this.#ends.push(async () => stopWatching());
    const stopWatching = bus.onConnection(() => this.#beat());
    this.#beat();
  }

  /** How many markets are run here. */
  get marketCount(): number {
    return this.#worker.running().length;
  }

  /** Runs nothing any more. @param isLeaving while another engine is active: it takes the markets back first */
  async close(isLeaving: boolean): Promise<void> {
    this.#isLeaving = true;
    if (isLeaving) await this.#untilTaken();
    clearInterval(this.#timer);
    await Promise.all([...this.#ends, ...this.#duties].map((end) => end()));
    await this.#worker.close();
    this.#parts.close();
  }

  async #untilTaken(): Promise<void> {
    const untilMs = performance.now() + leavesWithinMs;
    while (this.#worker.running().length > 0 && performance.now() < untilMs) {
      this.#beat();
      await sleep(leavingEveryMs);
    }
  }

  #beat(): void {
    const { bus, root, name } = this.#deps;
    const heartbeat: SentHeartbeat = {
      protocol: workerProtocol,
      id: this.#id,
      name,
      isLeaving: this.#isLeaving || this.#worker.isFailing,
      connections: bus.connections,
      markets: this.#worker.running().map(({ market, epoch, seq }): [string, number, number] => [market, epoch, seq]),
    };
    bus.publish(workersSubject(root, this.#codec.family), packFrame(heartbeat));
  }

  /** One that is too large is not sent: the next heartbeat says that it is missing. */
  #publish(change: Of['change']): void {
    const { bus, root } = this.#deps;
    const bytes = this.#codec.encodeChange(change);
    if (bytes.length <= bus.payloadMaxBytes) bus.publish(changesSubject(root, this.#codec.family), bytes);
  }

  async #prepare(head: unknown): Promise<Buffer> {
    if (this.#isLeaving) throw new NotRun('this engine leaves');
    await this.#worker.prepare(v.parse(prepareSchema, head).writer);
    return packFrame({ ok: true });
  }

  async #assign({ head, body }: Frame): Promise<Buffer> {
    const { bus, root } = this.#deps;
    if (this.#isLeaving) throw new NotRun('this engine leaves');
    const assignment = v.parse(assignmentSchema, head);
    const assigned = this.#codec.decodeAssigned(body);
    await Promise.all(this.#duties.splice(0).map((end) => end()));
    await this.#worker.assign(assignment, assigned);
    this.#duties = assigned.map(({ listed }) =>
      bus.serve(dutySubject(root, dutyOf(this.#codec.family, listed.id)), (payload, answer) => {
        if (answer !== null) void this.#run(payload, answer);
      }),
    );
    return packFrame({ ok: true });
  }

  async #revoke(head: unknown): Promise<Buffer> {
    await this.#worker.revoke(v.parse(revokeSchema, head).holder);
    return packFrame({ ok: true });
  }

  async #run(payload: Uint8Array, answer: (payload: Uint8Array) => void): Promise<void> {
    answer(
      await this.#framed('run', async () =>
        packFrame({ ok: true }, this.#codec.encodeAnswer(await this.#worker.run(this.#codec.decodeCommands(payload)))),
      ),
    );
  }

  #snapshot(head: unknown): Buffer {
    const { market, epoch } = v.parse(snapshotSchema, head);
    const found = this.#worker.snapshot(market, epoch);
    if (found === null) return packFrame({ none: true });
    const bytes = this.#codec.encodeSnapshot(found);
    const { payloadMaxBytes } = this.#deps.bus;
    if (bytes.length <= wholeMaxBytes(payloadMaxBytes)) return packFrame({ ok: true }, bytes);
    const held = this.#parts.hold(bytes, partBytes(payloadMaxBytes));
    if (held === null) throw new Error('too much is held in parts');
    return packFrame({ parts: held });
  }

  #part(head: unknown): Buffer {
    const { id, index } = v.parse(partSchema, head);
    const part = this.#parts.fetch(id, index);
    return part === null ? packFrame({ none: true }) : packFrame({ ok: true }, part);
  }

  #serve(subject: string, serve: (frame: Frame) => Buffer | Promise<Buffer>): () => Promise<void> {
    return this.#deps.bus.serve(subject, (payload, answer) => {
      void this.#framed(subject, async () => {
        const frame = readFrame(payload);
        if (frame === null) throw new Error('a message of the active engine cannot be read');
        return serve(frame);
      }).then((bytes) => answer?.(bytes));
    });
  }

  async #framed(what: string, answered: () => Promise<Buffer>): Promise<Buffer> {
    try {
      return await answered();
    } catch (error) {
      if (error instanceof NotRun) return packFrame({ notRun: true });
      this.#deps.logger.warn({ err: error, what }, 'the active engine could not be answered');
      return packFrame({ failure: packFailure(error) });
    }
  }
}
