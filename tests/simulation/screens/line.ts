import { Duplex } from 'node:stream';
import type { Part } from '../parts.ts';

/** Calls back after some milliseconds of the simulated clock. */
export type Plan = (afterMs: number, work: () => void) => void;

interface LineDeps {
  readonly now: () => number;
  /** How long the next bytes are under way, in milliseconds. */
  readonly way: () => number;
  /** Plans what the phone hears, and what the exchange hears. */
  readonly atPhone: Plan;
  readonly atExchange: Plan;
}

/**
 * A connection between a phone and the exchange, without a socket: what is written to one end is read from the other one
 * after a while, in its order.
 */
export class Line {
  readonly phone: LineEnd;
  /** The process that took it; null before. */
  servedBy: Part | null = null;
  readonly #exchange: LineEnd;
  readonly #deps: LineDeps;
  /** Before this nothing more arrives at an end. */
  readonly #arrivesAt = new Map<LineEnd, number>();
  #isDead = false;
  #isAccepted = false;

  /** @param address of the phone */
  constructor(address: string, deps: LineDeps) {
    this.#deps = deps;
    this.phone = new LineEnd('exchange', (bytes, done) => this.#carry(deps.atExchange, this.#exchange, bytes, done));
    this.#exchange = new LineEnd(address, (bytes, done) => this.#carry(deps.atPhone, this.phone, bytes, done));
  }

  /** Whether it broke; then neither end hears anything but that. */
  get isDead(): boolean {
    return this.#isDead;
  }

  /** The exchange takes it. @returns its end */
  accept(): LineEnd {
    this.#isAccepted = true;
    return this.#exchange;
  }

  /** It breaks, and both ends hear of it. */
  cut(): void {
    this.#isDead = true;
    this.#tell(this.#deps.atPhone, this.phone);
    if (this.#isAccepted) this.#tell(this.#deps.atExchange, this.#exchange);
  }

  /** It breaks, and neither end hears of it: nothing comes any more. */
  fallSilent(): void {
    this.#isDead = true;
  }

  /** The process of the exchange has died: only the phone hears of it. */
  loseExchange(): void {
    this.#isDead = true;
    this.#tell(this.#deps.atPhone, this.phone);
  }

  #tell(plan: Plan, end: LineEnd): void {
    plan(this.#deps.way(), () => void end.destroy(Object.assign(new Error('the line is cut'), { code: 'ECONNRESET' })));
  }

  #carry(plan: Plan, end: LineEnd, bytes: Buffer | null, done: () => void): void {
    const { now, way } = this.#deps;
    const at = Math.max(now() + way(), this.#arrivesAt.get(end) ?? 0);
    this.#arrivesAt.set(end, at);
    plan(at - now(), () => {
      if (this.#isDead) return;
      if (!end.destroyed) end.push(bytes);
      done();
    });
  }
}

/** One end of a line. What is written while something is on its way follows it in one piece. */
export class LineEnd extends Duplex {
  /** As a socket has it. */
  readonly remoteAddress: string;
  readonly #send: (bytes: Buffer | null, done: () => void) => void;
  #hasEnded = false;

  /** @param send carries bytes, or with null the end, and calls back when they are there */
  constructor(remoteAddress: string, send: (bytes: Buffer | null, done: () => void) => void) {
    super({ allowHalfOpen: false });
    this.remoteAddress = remoteAddress;
    this.#send = send;
  }

  override _read(): void {
    // What comes is pushed when it is there.
  }

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#send(bytes, done);
  }

  override _writev(chunks: { readonly chunk: Buffer }[], done: () => void): void {
    this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk)), done);
  }

  override _final(done: () => void): void {
    this.#hasEnded = true;
    this.#send(null, done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (!this.#hasEnded) this.#send(null, () => undefined);
    done(error);
  }
}
