import { createHash } from 'node:crypto';

/**
 * The history of a run: every request to the store, every act of a person and every fault, in their order. Two runs are
 * the same when their hashes are.
 */
export class History {
  /** How often each kind of thing happened. */
  readonly counts = new Map<string, number>();
  readonly #hash = createHash('sha256');
  readonly #write: ((line: string) => void) | null;
  readonly #now: () => number;

  /** @param write called with each line, for somebody who reads along */
  constructor(now: () => number, write: ((line: string) => void) | null = null) {
    this.#now = now;
    this.#write = write;
  }

  /** @param kind what is counted, as in `act POST currency` @param text what makes it this one */
  add(kind: string, text: string | Buffer = ''): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
    const line = `${this.#now().toFixed(3)} ${kind} `;
    this.#hash.update(line).update(text).update('\n');
    this.#write?.(`${line}${text.toString('latin1').replaceAll(/[^ -~]+/g, ' ')}`);
  }

  /** The hash of all that was added so far, in hexadecimal. */
  hash(): string {
    return this.#hash.copy().digest('hex');
  }
}
