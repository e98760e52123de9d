import { type Code, codes } from '#protocol/core/codes.ts';
import type { HubAnswer, HubDeps } from '../hub-deps.ts';
import {
  pollAgainMaxMs,
  pollEveryLeastMs,
  pollJitter,
  pollPagesMax,
  pollTimeoutMs,
  rareEveryMs,
} from '../hub-limits.ts';
import { joinedPages, nextCursor, pageAddress, type PolledCall } from './polled-call.ts';

/** What an answer to a question was. */
export type Outcome = 'answered' | 'refused' | 'signed-out' | 'failed';

interface QuestionDeps {
  readonly hub: Pick<HubDeps, 'now' | 'after' | 'random' | 'ask'>;
  /** The API's base, where every address begins. */
  readonly base: string;
  /** Whose question it is, if the call is a user's own. */
  readonly token: string | null;
  /** Whether all pages of the list are asked for. */
  readonly isWholeList: boolean;
  /** It is due: `ask` is to be called once its turn came. */
  readonly due: (question: Question) => void;
  /** It is no longer under way. */
  readonly ended: (question: Question, outcome: Outcome) => void;
}

/** Refusals that say "later", and nothing of what was asked. */
const later: ReadonlySet<Code> = new Set([codes.busyRetry, codes.serverError]);

/**
 * One call that is asked again and again: its last answer, and when it is asked next. Without an answer it waits
 * longer each time.
 */
export class Question {
  readonly call: PolledCall;
  /** The last answer; null before the first one, and after a refusal. */
  answer: unknown = null;
  /** When the exchange gave it, in epoch milliseconds of the device; null before the first one. */
  answeredAtMs: number | null = null;
  readonly #deps: QuestionDeps;
  #failures = 0;
  #dueAtMs: number;
  #askedAtMs = Number.NEGATIVE_INFINITY;
  /** Asked for while it was under way: what comes may be older than the wish. */
  #isAskedAgain = false;
  #isPaused = true;
  #cancelTimer: (() => void) | null = null;
  #giveUp: (() => void) | null = null;

  constructor(call: PolledCall, deps: QuestionDeps) {
    this.call = call;
    this.#deps = deps;
    this.#dueAtMs = deps.hub.now();
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** Whether it is paused and due: what it knows is too old to be of use. */
  get isOver(): boolean {
    return this.#isPaused && this.#giveUp === null && this.#deps.hub.now() >= this.#dueAtMs;
  }

  /** Asks when it is due. */
  resume(): void {
    if (!this.#isPaused) return;
    if (this.isOver) this.answeredAtMs = null;
    this.#isPaused = false;
    this.#schedule();
  }

  /** Asks nothing while nobody looks; an answer that is on its way still counts. */
  pause(): void {
    this.#isPaused = true;
    this.#cancelTimer?.();
    this.#cancelTimer = null;
  }

  /** Asks as soon as may be; an answer that is on its way does not count any more. */
  hurry(): void {
    if (this.#giveUp !== null) this.#isAskedAgain = true;
    this.#dueAtMs = Math.min(this.#dueAtMs, this.#askedAtMs + pollEveryLeastMs);
    if (!this.#isPaused) this.#schedule();
  }

  /** Sends it. */
  ask(): void {
    this.#askedAtMs = this.#deps.hub.now();
    this.#isAskedAgain = false;
    this.#askPage(null, null, 1);
  }

  /** Forgets it: nothing is called back any more. */
  close(): void {
    this.pause();
    this.#giveUp?.();
    this.#giveUp = null;
  }

  #schedule(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    if (this.#giveUp !== null) return;
    const waitMs = Math.max(0, this.#dueAtMs - this.#deps.hub.now());
    this.#cancelTimer = this.#deps.hub.after(waitMs, () => {
      this.#cancelTimer = null;
      this.#deps.due(this);
    });
  }

  #askPage(cursor: string | null, before: unknown, count: number): void {
    const { hub, base, token, isWholeList } = this.#deps;
    const cancelTimeout = hub.after(pollTimeoutMs, () => {
      this.#giveUp?.();
      this.#end(null, null);
    });
    const url = pageAddress(base, this.call, cursor);
    const giveUp = hub.ask({ url, token: this.call.isPrivate ? token : null }, (answer) => {
      cancelTimeout();
      if (answer === null || answer.code !== codes.success) {
        this.#end(answer, null);
        return;
      }
      const joined = before === null ? answer.data : joinedPages(before, answer.data);
      const next = isWholeList && count < pollPagesMax ? nextCursor(answer.data) : null;
      if (next === null) this.#end(answer, joined);
      else this.#askPage(next, joined, count + 1);
    });
    this.#giveUp = () => {
      cancelTimeout();
      giveUp();
    };
  }

  #end(answer: HubAnswer | null, data: unknown): void {
    this.#giveUp = null;
    const outcome = outcomeOf(answer);
    const isOverdue = this.#isAskedAgain;
    if (outcome === 'failed') this.#failures += 1;
    else if (!isOverdue) {
      this.#failures = 0;
      this.answer = data;
      this.answeredAtMs = this.#askedAtMs - (answer?.ageMs ?? 0);
    }
    this.#dueAtMs = this.#askedAtMs + (isOverdue ? pollEveryLeastMs : this.#waitMs(outcome));
    if (!this.#isPaused) this.#schedule();
    this.#deps.ended(this, outcome);
  }

  #waitMs(outcome: Outcome): number {
    const everyMs = outcome === 'refused' ? Math.max(rareEveryMs, this.call.everyMs) : this.call.everyMs;
    const longestMs = Math.max(pollAgainMaxMs, everyMs);
    const waitMs = Math.min(longestMs, everyMs * 2 ** this.#failures);
    return waitMs * (1 + pollJitter * (2 * this.#deps.hub.random() - 1));
  }
}

function outcomeOf(answer: HubAnswer | null): Outcome {
  if (answer === null || later.has(answer.code)) return 'failed';
  if (answer.code === codes.success) return 'answered';
  return answer.code === codes.unauthorized ? 'signed-out' : 'refused';
}
