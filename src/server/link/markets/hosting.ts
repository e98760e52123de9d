import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import type { Logger } from '../../core/log/log.ts';
import { dutyOf } from '../../markets/spreading/duty.ts';
import { MarketHost, type MarketHostDeps } from '../../markets/spreading/host.ts';
import type { Family } from '../../markets/spreading/messages.ts';
import { NotRun } from '../../markets/spreading/runner.ts';
import type { Bus } from '../wire/bus.ts';
import { packFailure } from '../wire/failures.ts';
import { type Frame, packFrame, readFrame } from '../wire/frame.ts';
import { partBytes, PartStore, wholeMaxBytes } from '../wire/parts.ts';
import {
  changesSubject,
  dutySubject,
  type RunnerOperation,
  runnersSubject,
  runnerSubject,
  type SubjectRoot,
} from '../wire/subjects.ts';
import type { FamilyCodec } from './codec.ts';
import {
  dropSchema,
  lendingSchema,
  partSchema,
  prepareSchema,
  runnerProtocol,
  type SentSign,
  snapshotSchema,
} from './runner-wire.ts';

/** A sign of life is given this often. */
export const signEveryMs = 500;
/** Whoever leaves waits this long for its markets to be taken back, and says so this often meanwhile. */
const leavesWithinMs = 4_000;
const leavingEveryMs = 50;

/** What running markets for the active engine is given to work with. */
export interface MarketHostingDeps<Of extends Family> extends Omit<MarketHostDeps<Of>, 'family' | 'publish'> {
  readonly bus: Bus;
  readonly root: SubjectRoot;
  readonly logger: Logger;
  /** The name of this engine, as operators give it. */
  readonly name: string;
}

/** Runs markets of a family for the active engine, as long as another one is that. */
export class MarketHosting<Of extends Family> {
  readonly #deps: MarketHostingDeps<Of>;
  readonly #codec: FamilyCodec<Of>;
  readonly #id = randomUUID();
  readonly #host: MarketHost<Of>;
  readonly #parts = new PartStore();
  readonly #timer: NodeJS.Timeout;
  readonly #ends: (() => Promise<void>)[];
  /** Subjects of the markets that are run here. */
  #duties: (() => Promise<void>)[] = [];
  #isLeaving = false;

  constructor(deps: MarketHostingDeps<Of>, codec: FamilyCodec<Of>) {
    this.#deps = deps;
    this.#codec = codec;
    const { bus, root } = deps;
    this.#host = new MarketHost({ ...deps, family: codec.family, publish: (change) => this.#publish(change) });
    const serve = (operation: RunnerOperation, answer: (frame: Frame) => Buffer | Promise<Buffer>) =>
      this.#serve(runnerSubject(root, this.#id, operation), answer);
    this.#ends = [
      serve('prepare', ({ head }) => this.#prepare(head)),
      serve('give', (frame) => this.#give(frame)),
      serve('drop', ({ head }) => this.#drop(head)),
      serve('snapshot', ({ head }) => this.#snapshot(head)),
      serve('part', ({ head }) => this.#part(head)),
    ];
    this.#timer = setInterval(() => this.#sign(), signEveryMs);
    this.#ends.push(async () => stopWatching());
    const stopWatching = bus.onConnection(() => this.#sign());
    this.#sign();
  }

  /** How many markets are run here. */
  get marketCount(): number {
    return this.#host.running().length;
  }

  /** Runs nothing any more. @param isLeaving while another engine is active: it takes the markets back first */
  async close(isLeaving: boolean): Promise<void> {
    this.#isLeaving = true;
    if (isLeaving) await this.#untilTaken();
    clearInterval(this.#timer);
    await Promise.all([...this.#ends, ...this.#duties].map((end) => end()));
    await this.#host.close();
    this.#parts.close();
  }

  async #untilTaken(): Promise<void> {
    const untilMs = performance.now() + leavesWithinMs;
    while (this.#host.running().length > 0 && performance.now() < untilMs) {
      this.#sign();
      await sleep(leavingEveryMs);
    }
  }

  #sign(): void {
    const { bus, root, name } = this.#deps;
    const sign: SentSign = {
      protocol: runnerProtocol,
      id: this.#id,
      name,
      isLeaving: this.#isLeaving || this.#host.isFailing,
      connections: bus.connections,
      markets: this.#host.running().map(({ market, epoch, seq }): [string, number, number] => [market, epoch, seq]),
    };
    bus.publish(runnersSubject(root, this.#codec.family), packFrame(sign));
  }

  /** One that is too large is not sent: the next sign says that it is missing. */
  #publish(change: Of['change']): void {
    const { bus, root } = this.#deps;
    const bytes = this.#codec.encodeChange(change);
    if (bytes.length <= bus.payloadMaxBytes) bus.publish(changesSubject(root, this.#codec.family), bytes);
  }

  async #prepare(head: unknown): Promise<Buffer> {
    if (this.#isLeaving) throw new NotRun('this engine leaves');
    await this.#host.prepare(v.parse(prepareSchema, head).writer);
    return packFrame({ ok: true });
  }

  async #give({ head, body }: Frame): Promise<Buffer> {
    const { bus, root } = this.#deps;
    if (this.#isLeaving) throw new NotRun('this engine leaves');
    const lending = v.parse(lendingSchema, head);
    const given = this.#codec.decodeGiven(body);
    await Promise.all(this.#duties.splice(0).map((end) => end()));
    await this.#host.give(lending, given);
    this.#duties = given.map(({ listed }) =>
      bus.serve(dutySubject(root, dutyOf(this.#codec.family, listed.id)), (payload, answer) => {
        if (answer !== null) void this.#run(payload, answer);
      }),
    );
    return packFrame({ ok: true });
  }

  async #drop(head: unknown): Promise<Buffer> {
    await this.#host.drop(v.parse(dropSchema, head).holder);
    return packFrame({ ok: true });
  }

  async #run(payload: Uint8Array, answer: (payload: Uint8Array) => void): Promise<void> {
    answer(
      await this.#framed('run', async () =>
        packFrame({ ok: true }, this.#codec.encodeAnswer(await this.#host.run(this.#codec.decodeCommands(payload)))),
      ),
    );
  }

  #snapshot(head: unknown): Buffer {
    const { market, epoch } = v.parse(snapshotSchema, head);
    const found = this.#host.snapshot(market, epoch);
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
