import { Duplex } from 'node:stream';
import { type Request, RequestReader } from './messages.ts';

/** What a connection of the exchange asks of the simulated network. */
export interface Wire {
  connect(): void;
  ask(request: Request): void;
  /** The client gave the connection up. */
  leave(): void;
}

/**
 * In the place of the socket of a connection to PostgreSQL: what the client sends goes to the run, request by request,
 * and what the run hands back is what it receives.
 */
export class SteeredSocket extends Duplex {
  readonly #requests = new RequestReader();
  readonly #wire: Wire;

  constructor(open: (socket: SteeredSocket) => Wire) {
    super({ allowHalfOpen: false, emitClose: true });
    this.#wire = open(this);
  }

  connect(): this {
    this.#wire.connect();
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {
    // What comes is pushed when the run says so.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    for (const request of this.#requests.take(chunk)) this.#wire.ask(request);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#wire.leave();
    done(error);
  }
}
