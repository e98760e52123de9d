import type { CallName } from '#protocol/calls.ts';
import type { Topic, TopicKind, TopicPayloads } from '#protocol/core/stream/channels.ts';
import { isPrivateTopic } from '#protocol/core/stream/channels.ts';
import type { AccountUpdate } from '#protocol/core/stream/account-fields.ts';
import type { HubDeps } from '../hub-deps.ts';
import { accountEveryMs, pollSilenceMs, pollsAtOnce } from '../hub-limits.ts';
import { accountChanges, wholeLists } from './polled-account.ts';
import type { PolledAnswers, PolledCall } from './polled-call.ts';
import { callsOf, endedCandle, readTopic } from './polled-topics.ts';
import { type Outcome, Question } from './question.ts';

/** What polling says of a topic; it has no place in a sequence. */
export interface PolledFrame {
  readonly topic: Topic;
  readonly is: 'snapshot' | 'delta';
  readonly data: TopicPayloads[TopicKind];
}

interface PollingDeps {
  readonly hub: Pick<HubDeps, 'now' | 'after' | 'random' | 'ask'>;
  /** Topics that visible tabs hold. */
  readonly held: () => ReadonlySet<Topic>;
  /** What is known of a topic, also from the stream; null for nothing. */
  readonly known: (topic: Topic) => TopicPayloads[TopicKind] | null;
  readonly frame: (frame: PolledFrame) => void;
  /** An answer came, or none did: `asOfMs` and `works` may have changed. */
  readonly changed: () => void;
  /** The exchange does not know the session (any more). */
  readonly signedOut: () => void;
}

/**
 * Asks the exchange over HTTP for what tabs hold, while its stream is blocked. One question serves every topic and tab
 * that needs its answer; nothing is asked for what nobody sees.
 */
export class Polling {
  readonly #deps: PollingDeps;
  readonly #questions = new Map<string, Question>();
  /** What was last said of each topic. */
  readonly #said = new Map<Topic, { readonly data: TopicPayloads[TopicKind]; readonly text: string }>();
  readonly #waiting = new Set<Question>();
  readonly #underWay = new Set<Question>();
  readonly #answers: PolledAnswers = {
    // A question's answer is of its call.
    of: <Name extends CallName>({ key }: PolledCall<Name>) => this.#questions.get(key)?.answer ?? null,
  };
  #base: string | null = null;
  #token: string | null = null;
  #isRunning = false;
  #answeredAtMs = Number.NEGATIVE_INFINITY;

  constructor(deps: PollingDeps) {
    this.#deps = deps;
  }

  /** @param base where every address of a call begins */
  setBase(base: string): void {
    this.#base ??= base;
  }

  /** Whether HTTP answers. */
  get works(): boolean {
    return this.#isRunning && this.#deps.hub.now() - this.#answeredAtMs <= pollSilenceMs;
  }

  /**
   * Since when the oldest of what moves is shown as it is, in epoch milliseconds of the device; null before anything
   * was answered.
   */
  get asOfMs(): number | null {
    let oldest: number | null = null;
    for (const { call, answeredAtMs, isPaused } of this.#questions.values()) {
      if (isPaused || call.everyMs > accountEveryMs || answeredAtMs === null) continue;
      oldest = Math.min(oldest ?? answeredAtMs, answeredAtMs);
    }
    return oldest ?? (this.works ? this.#answeredAtMs : null);
  }

  run(yes: boolean): void {
    if (yes === this.#isRunning) return;
    this.#isRunning = yes;
    if (yes) this.review();
    else this.#forget(() => true);
  }

  /** Another user, or none: what was asked for the one before is forgotten. */
  setToken(token: string | null): void {
    if (token === this.#token) return;
    this.#token = token;
    this.#forget(({ isPrivate }) => isPrivate);
    this.review();
  }

  /** Everything again soon, as when a user asks for it. */
  refresh(): void {
    for (const question of this.#questions.values()) question.hurry();
  }

  /** The user did something: the account is asked for again soon, and what was asked for before does not count. */
  acted(): void {
    for (const question of this.#questions.values()) if (question.call.isPrivate) question.hurry();
  }

  /** The held topics have changed. */
  review(): void {
    if (!this.#isRunning || this.#base === null) return;
    const wanted = new Map<string, PolledCall>();
    for (const topic of this.#deps.held()) {
      for (const call of callsOf(topic, this.#answers)) {
        if (!call.isPrivate || this.#token !== null) wanted.set(call.key, call);
      }
    }
    for (const [key, question] of this.#questions) {
      if (wanted.has(key)) continue;
      question.pause();
      this.#waiting.delete(question);
      // Kept for as long as it need not be asked again.
      if (question.isOver) this.#questions.delete(key);
    }
    for (const [key, call] of wanted) {
      const question = this.#questions.get(key) ?? this.#question(call, this.#base);
      question.resume();
    }
    this.#forgetUnsaid();
  }

  #question(call: PolledCall, base: string): Question {
    const question = new Question(call, {
      hub: this.#deps.hub,
      base,
      token: this.#token,
      isWholeList: wholeLists.has(call.key),
      due: (due) => {
        this.#waiting.add(due);
        this.#askNext();
      },
      ended: (ended, outcome) => this.#ended(ended, outcome),
    });
    this.#questions.set(call.key, question);
    return question;
  }

  #askNext(): void {
    for (const question of this.#waiting) {
      if (this.#underWay.size >= pollsAtOnce) return;
      this.#waiting.delete(question);
      this.#underWay.add(question);
      question.ask();
    }
  }

  #ended(question: Question, outcome: Outcome): void {
    this.#underWay.delete(question);
    if (outcome === 'signed-out') {
      this.#deps.signedOut();
      this.#askNext();
      return;
    }
    if (outcome !== 'failed') this.#answeredAtMs = this.#deps.hub.now();
    // An answer may tell that another call is needed.
    this.review();
    for (const topic of this.#deps.held()) {
      const calls = callsOf(topic, this.#answers);
      if (calls.some(({ key }) => key === question.call.key)) this.#say(topic, calls);
    }
    this.#askNext();
    this.#deps.changed();
  }

  /** Says what changed of a topic, once all its calls were answered. */
  #say(topic: Topic, calls: readonly PolledCall[]): void {
    if (isPrivateTopic(topic) && this.#token === null) return;
    const isWhole = calls.every(({ key }) => {
      const question = this.#questions.get(key);
      return question !== undefined && question.answeredAtMs !== null;
    });
    const data = isWhole ? readTopic(topic, this.#answers, this.#deps.known(topic)) : null;
    if (data === null) return;
    const text = JSON.stringify(data);
    const before = this.#said.get(topic);
    if (before?.text === text) return;
    this.#said.set(topic, { data, text });
    for (const frame of framesOf(topic, before?.data ?? null, data, endedCandle(topic, this.#answers))) {
      this.#deps.frame(frame);
    }
  }

  /** What was said of a topic that nobody holds any more is said again to who holds it next. */
  #forgetUnsaid(): void {
    const held = this.#deps.held();
    for (const topic of this.#said.keys()) if (!held.has(topic)) this.#said.delete(topic);
  }

  #forget(which: (call: PolledCall) => boolean): void {
    for (const [key, question] of this.#questions) {
      if (!which(question.call)) continue;
      question.close();
      this.#questions.delete(key);
      this.#waiting.delete(question);
      this.#underWay.delete(question);
    }
    this.#said.clear();
  }
}

/** The frames that lead from what was said of a topic to what is to be said. */
function framesOf(
  topic: Topic,
  before: TopicPayloads[TopicKind] | null,
  data: TopicPayloads[TopicKind],
  ended: TopicPayloads['kline'] | null,
): PolledFrame[] {
  if (before === null) return [{ topic, is: 'snapshot', data }];
  if (topic === 'account') {
    const changes = accountChanges(before as AccountUpdate, data as AccountUpdate);
    return [changes === null ? { topic, is: 'snapshot', data } : { topic, is: 'delta', data: changes }];
  }
  if (topic.startsWith('kline:')) {
    const last = ended === null ? [] : [{ topic, is: 'delta' as const, data: ended }];
    return [...last, { topic, is: 'delta', data }];
  }
  return [{ topic, is: 'snapshot', data }];
}
