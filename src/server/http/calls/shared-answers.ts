import { createHash } from 'node:crypto';

/** The text of an answer, and its tag for revalidation (RFC 9110, section 8.8.3). */
interface SharedAnswer {
  readonly text: string;
  readonly tag: string;
}

/** Answers that are held; past that the one asked for longest ago goes. */
const heldMax = 1_000;

/**
 * Answers that are the same for everybody, held for a moment: however many ask within it, one is made. Where a network
 * blocks the stream, phones poll these, and all of them ask for the same few.
 */
export class SharedAnswers {
  readonly #nowMs: () => number;
  readonly #held = new Map<string, { readonly untilMs: number; readonly answer: Promise<SharedAnswer> }>();

  /** @param nowMs a monotonic time */
  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /**
   * The answer to a question, of this moment or one within the last `seconds`. A failure is given to all who wait for
   * it, and held for nobody else.
   *
   * @param question names the call and its input
   */
  give(question: string, seconds: number, make: () => Promise<unknown>): Promise<SharedAnswer> {
    const held = this.#held.get(question);
    if (held !== undefined && this.#nowMs() < held.untilMs) return held.answer;
    const answer = make().then(sharedAnswer);
    const entry = { untilMs: this.#nowMs() + seconds * 1_000, answer };
    this.#held.delete(question);
    this.#held.set(question, entry);
    answer.catch(() => {
      if (this.#held.get(question) === entry) this.#held.delete(question);
    });
    const [oldest] = this.#held.keys();
    if (this.#held.size > heldMax && oldest !== undefined) this.#held.delete(oldest);
    return answer;
  }
}

function sharedAnswer(body: unknown): SharedAnswer {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { text, tag: `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
}
