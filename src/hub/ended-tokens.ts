import { endedTokensMax } from './hub-limits.ts';

/** The last tokens that ended here, so that a tab that read one before the log-out cannot bring it back. */
export class EndedTokens {
  readonly #ended: string[] = [];

  has(token: string): boolean {
    return this.#ended.includes(token);
  }

  add(token: string): void {
    if (this.has(token)) return;
    this.#ended.push(token);
    if (this.#ended.length > endedTokensMax) this.#ended.shift();
  }

  /** The user decided to sign in with it again. */
  delete(token: string): void {
    const at = this.#ended.indexOf(token);
    if (at >= 0) this.#ended.splice(at, 1);
  }
}
