import * as v from 'valibot';
import type { Logger } from '../../core/log/log.ts';
import { dutyOf } from '../../markets/spreading/duty.ts';
import type { Family, GivenMarket, MarketAnswer, MarketCommands } from '../../markets/spreading/messages.ts';
import {
  type Lending,
  NoAnswer,
  NotRun,
  type Runner,
  type Runners,
  type RunnerSign,
} from '../../markets/spreading/runner.ts';
import { AwaitedAnswers } from '../wire/awaited-answers.ts';
import { type Bus, NotDelivered } from '../wire/bus.ts';
import { readFailure } from '../wire/failures.ts';
import { packFrame, readFrame } from '../wire/frame.ts';
import { changesSubject, dutySubject, runnersSubject, runnerSubject, type SubjectRoot } from '../wire/subjects.ts';
import type { FamilyCodec } from './codec.ts';
import { runnerAnswerSchema, runnerProtocol, signSchema } from './runner-wire.ts';

/** An engine that was given markets answers once it has loaded them. */
const giveWithinMs = 5_000;
const snapshotWithinMs = 2_000;
/** Longer than a command waits in the queue of its writer, which says then what is known. */
const runWithinMs = 4_750;
/** An engine that gave no sign for this long is forgotten: nothing that it was asked for is still waited for. */
const forgottenAfterMs = 60_000;

/** The engines that can run markets of a family, as NATS reaches them. */
export function runnersOf<Of extends Family>(
  bus: Bus,
  root: SubjectRoot,
  codec: FamilyCodec<Of>,
  logger: Logger,
): Runners<Of> {
  const known = new Map<string, NatsRunner<Of>>();
  return {
    onSign(listener) {
      return bus.subscribe(runnersSubject(root, codec.family), (payload) => {
        const read = signOf(payload);
        if (read === null) return;
        const { id, connections, ...sign } = read;
        let runner = known.get(id);
        if (runner === undefined) {
          for (const one of known.values()) if (one.isForgotten) known.delete(one.id);
          runner = new NatsRunner(bus, root, codec, id);
          known.set(id, runner);
        }
        runner.seen(connections);
        listener(runner, sign);
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

/** A sign of life; null for one of another version, as while versions change. */
function signOf(payload: Uint8Array): (RunnerSign & { readonly id: string; readonly connections: number }) | null {
  const head = readFrame(payload)?.head;
  if (v.parse(v.object({ protocol: v.number() }), head).protocol !== runnerProtocol) return null;
  const { id, name, isLeaving, connections, markets } = v.parse(signSchema, head);
  return { id, name, isLeaving, connections, markets: markets.map(([market, epoch, seq]) => ({ market, epoch, seq })) };
}

class NatsRunner<Of extends Family> implements Runner<Of> {
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

  /** Whether it gave no sign of life for so long that nothing is waited for of it. */
  get isForgotten(): boolean {
    return performance.now() - this.#seenAt > forgottenAfterMs;
  }

  /** It gave a sign of life. @param connections how often it was connected to the broker */
  seen(connections: number): void {
    if (this.#connections !== null && this.#connections !== connections) this.#awaited.connectionIsBack();
    this.#connections = connections;
    this.#seenAt = performance.now();
  }

  async prepare(writer: string): Promise<void> {
    await this.#ask(runnerSubject(this.#root, this.id, 'prepare'), packFrame({ writer }), giveWithinMs);
  }

  async give(lending: Lending, markets: readonly GivenMarket<Of>[]): Promise<Of['snapshot'][]> {
    const message = packFrame(lending, this.#codec.encodeGiven(markets));
    await this.#ask(runnerSubject(this.#root, this.id, 'give'), message, giveWithinMs);
    const snapshots: Of['snapshot'][] = [];
    for (const { listed, epoch } of markets) {
      const found = await this.snapshot(listed.id, epoch);
      if (found !== null) snapshots.push(found);
    }
    return snapshots;
  }

  async drop(holder: string): Promise<void> {
    await this.#ask(runnerSubject(this.#root, this.id, 'drop'), packFrame({ holder }), snapshotWithinMs);
  }

  async snapshot(market: string, epoch: number): Promise<Of['snapshot'] | null> {
    const subject = runnerSubject(this.#root, this.id, 'snapshot');
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
      answer = await this.#awaited.wait(this.#bus.request(subject, message, withinMs));
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
