import * as v from 'valibot';
import type { Logger } from '../../core/log/log.ts';
import { dutyOf } from '../../markets/spot/remote/duty.ts';
import type {
  GivenPair,
  PairAnswer,
  PairChange,
  PairCommands,
  PairSnapshot,
} from '../../markets/spot/remote/messages.ts';
import {
  type Lending,
  NoAnswer,
  NotRun,
  type Runner,
  type Runners,
  type RunnerSign,
} from '../../markets/spot/remote/runner.ts';
import { type Bus, NotDelivered } from '../wire/bus.ts';
import { readFailure } from '../wire/failures.ts';
import { packFrame, readFrame } from '../wire/frame.ts';
import { dutySubject, pairChangesSubject, runnersSubject, runnerSubject, type SubjectRoot } from '../wire/subjects.ts';
import { decodeAnswer, decodeChange, decodeSnapshot, encodeCommands, encodeGiven } from './pair-wire.ts';
import { pairProtocol, runnerAnswerSchema, signSchema } from './runner-wire.ts';

/** An engine that was given pairs answers once it has loaded them. */
const giveWithinMs = 5_000;
const snapshotWithinMs = 2_000;
/** Longer than a command waits in the queue of its writer, which says then what is known. */
const runWithinMs = 4_750;

/** The engines that can run pairs, as NATS reaches them. */
export function runnersOf(bus: Bus, root: SubjectRoot, logger: Logger): Runners {
  return {
    onSign(listener) {
      return bus.subscribe(runnersSubject(root), (payload) => {
        const read = signOf(payload);
        if (read === null) return;
        const { id, ...sign } = read;
        listener(new NatsRunner(bus, root, id), sign);
      });
    },
    onChange(listener) {
      return bus.subscribe(pairChangesSubject(root), (payload) => {
        let change: PairChange;
        try {
          change = decodeChange(payload);
        } catch (error) {
          // It shows as a gap, and its pair is loaded again.
          logger.error({ err: error }, 'a change of a pair cannot be read');
          return;
        }
        listener(change);
      });
    },
  };
}

/** A sign of life; null for one of another version, as while versions change. */
function signOf(payload: Uint8Array): (RunnerSign & { readonly id: string }) | null {
  const head = readFrame(payload)?.head;
  if (v.parse(v.object({ protocol: v.number() }), head).protocol !== pairProtocol) return null;
  const { id, name, isLeaving, pairs } = v.parse(signSchema, head);
  return { id, name, isLeaving, pairs: pairs.map(([pair, epoch, seq]) => ({ pair, epoch, seq })) };
}

class NatsRunner implements Runner {
  readonly id: string;
  readonly #bus: Bus;
  readonly #root: SubjectRoot;

  constructor(bus: Bus, root: SubjectRoot, id: string) {
    this.#bus = bus;
    this.#root = root;
    this.id = id;
  }

  async prepare(writer: string): Promise<void> {
    await this.#ask(runnerSubject(this.#root, this.id, 'prepare'), packFrame({ writer }), giveWithinMs);
  }

  async give(lending: Lending, pairs: readonly GivenPair[]): Promise<PairSnapshot[]> {
    const message = packFrame(lending, encodeGiven(pairs));
    await this.#ask(runnerSubject(this.#root, this.id, 'give'), message, giveWithinMs);
    const snapshots: PairSnapshot[] = [];
    for (const { pair, epoch } of pairs) {
      const found = await this.snapshot(pair.id, epoch);
      if (found !== null) snapshots.push(found);
    }
    return snapshots;
  }

  async drop(holder: string): Promise<void> {
    await this.#ask(runnerSubject(this.#root, this.id, 'drop'), packFrame({ holder }), snapshotWithinMs);
  }

  async snapshot(pair: string, epoch: number): Promise<PairSnapshot | null> {
    const subject = runnerSubject(this.#root, this.id, 'snapshot');
    const { head, body } = await this.#ask(subject, packFrame({ pair, epoch }), snapshotWithinMs);
    if ('none' in head) return null;
    return decodeSnapshot('parts' in head ? await this.#whole(head.parts) : body);
  }

  async run(commands: PairCommands): Promise<PairAnswer> {
    const subject = dutySubject(this.#root, dutyOf(commands.pair));
    const { body } = await this.#ask(subject, encodeCommands(commands), runWithinMs);
    return decodeAnswer(body);
  }

  async #whole({ id, count }: { readonly id: string; readonly count: number }): Promise<Buffer> {
    const subject = runnerSubject(this.#root, this.id, 'part');
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
      answer = await this.#bus.request(subject, message, withinMs);
    } catch (error) {
      if (error instanceof NotDelivered) throw new NotRun(`nobody hears ${subject}`, { cause: error });
      throw new NoAnswer(`no answer came on ${subject}`, { cause: error });
    }
    const frame = readFrame(answer);
    const head = v.safeParse(runnerAnswerSchema, frame?.head);
    if (frame === null || !head.success) throw new NoAnswer(`an answer on ${subject} cannot be read`);
    if ('notRun' in head.output) throw new NotRun(`${subject} is not run there`);
    if ('failure' in head.output) throw readFailure(head.output.failure);
    return { head: head.output, body: frame.body };
  }
}
