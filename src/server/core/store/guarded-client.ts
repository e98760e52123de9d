import type { Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';
import { ConnectionLost, ConnectionSilent } from '../failures/connection-lost.ts';

/** What `pg` has and its types leave out. */
interface Wire {
  readonly connection: { readonly stream: Socket };
}

type Callback = (error: unknown, result: unknown) => void;

/** Grace period after the limit: reads what arrived in the socket while this process was stalled. */
const secondLookMs = 100;

/**
 * A connection that detects a silent peer: a frozen process, a cut cable, a proxy that drops packets. Otherwise a query
 * on such a connection waits for the TCP timeout of a quarter of an hour.
 */
export class GuardedClient extends Client {
  readonly #silenceMs: number;
  #awaited = false;
  #heardAtMs = 0;
  #timer: NodeJS.Timeout | null = null;
  #lost: Error | null = null;

  /** @param silenceMs how long a pending answer may take; 0 for no limit */
  constructor(config: ClientConfig, silenceMs: number) {
    super(config);
    this.#silenceMs = silenceMs;
    this.on('error', (error) => this.#end(error));
    this.on('end', () => this.#end(new Error('the connection was closed')));
    this.on('drain', () => (this.#awaited = false));
    this.once('connect', () => this.#stream().on('data', () => (this.#heardAtMs = performance.now())));
    const query = this.query.bind(this) as (...given: unknown[]) => unknown;
    // Queries use promises here and callbacks in the pool.
    this.query = ((...given: unknown[]) => {
      this.#await();
      const last = given.at(-1);
      if (typeof last === 'function') {
        const callback = last as Callback;
        given[given.length - 1] = (error: unknown, result: unknown) =>
          callback(error === null || error === undefined ? error : this.#named(error), result);
        return query(...given);
      }
      const answer = query(...given);
      if (!(answer instanceof Promise)) return answer;
      return answer.catch((error: unknown) => {
        throw this.#named(error);
      });
    }) as Client['query'];
  }

  /** Destroys it without a goodbye; pending queries fail with `ConnectionLost`. */
  destroy(reason: Error): void {
    this.#stream().destroy(reason);
  }

  /** The socket; another one once the connection is encrypted. */
  #stream(): Socket {
    return (this as unknown as Wire).connection.stream;
  }

  #await(): void {
    if (this.#silenceMs === 0 || this.#lost !== null) return;
    if (!this.#awaited) {
      this.#awaited = true;
      this.#heardAtMs = performance.now();
    }
    this.#timer ??= setTimeout(this.#look, this.#silenceMs, false);
  }

  readonly #look = (isSecond: boolean): void => {
    this.#timer = null;
    if (!this.#awaited || this.#lost !== null) return;
    const leftMs = this.#heardAtMs + this.#silenceMs - performance.now();
    if (leftMs > 0) this.#timer = setTimeout(this.#look, leftMs, false);
    else if (isSecond) this.destroy(new ConnectionSilent(this.#silenceMs));
    else this.#timer = setTimeout(this.#look, secondLookMs, true);
  };

  #end(error: Error): void {
    this.#lost ??= error;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** The failure of a query, as `ConnectionLost` if the connection caused it. */
  #named(error: unknown): unknown {
    return this.#lost === null ? error : new ConnectionLost({ cause: error });
  }
}
