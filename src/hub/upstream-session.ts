import type { ClientFrame, ServerFrame } from '#protocol/core/stream/channels.ts';

/** The user sent to the exchange on this connection, and whether it has answered. */
export class UpstreamSession {
  readonly #say: (frame: ClientFrame) => void;
  #token: string | null = null;
  #saidId = 0;
  #answeredId = 0;

  constructor(say: (frame: ClientFrame) => void) {
    this.#say = say;
  }

  get hasToken(): boolean {
    return this.#token !== null;
  }

  /** Whether the latest word was answered: until then account data may still be the one's before. */
  get isAnswered(): boolean {
    return this.#answeredId === this.#saidId;
  }

  setToken(token: string | null): void {
    this.#token = token;
  }

  authenticate(): void {
    this.#saidId += 1;
    this.#say({ op: 'auth', token: this.#token, id: this.#saidId });
  }

  /** Whether an answer counts: not when it is about a session that this connection has already left. */
  takeAnswer({ id }: Extract<ServerFrame, { op: 'auth' }>): boolean {
    if (id === undefined) return this.isAnswered;
    if (id !== this.#saidId) return false;
    this.#answeredId = id;
    return true;
  }
}
