import { connect, type Socket } from 'node:net';
import type { Hit, Strike } from './postgres-faults.ts';
import {
  applicationOf,
  commandOf,
  MessageReader,
  startupKind,
  TransactionTracker,
  type FrontendFrame,
  type Step,
} from './postgres-messages.ts';

/** What a connection needs from its proxy. */
export interface ProxyOrders {
  readonly strike: (application: string, step: Step, following: () => readonly Buffer[]) => Strike | null;
  readonly onEnd: () => void;
}

/** An answer of PostgreSQL that is still to come, up to its ReadyForQuery. */
interface Awaited {
  /** Strikes when the answer is there. */
  readonly strike: Strike | null;
  readonly step: Step | null;
}

interface Stopped {
  readonly frame: FrontendFrame;
  readonly step: Step;
}

/** How long an answer is given to reach the client before the connection is reset behind it. */
const deliveredWithinMs = 20;

/** One client and its own connection to PostgreSQL, between which faults strike. */
export class ProxiedConnection {
  private application = '';
  private readonly number: number;
  private readonly client: Socket;
  private readonly upstream: Socket;
  private readonly orders: ProxyOrders;
  private readonly asked = new MessageReader(true);
  private readonly answers = new MessageReader(false);
  private readonly tracker = new TransactionTracker();
  private flow: 'flowing' | 'frozen' | 'held' | 'delayed' | 'ended' = 'flowing';
  /** Messages of the client that were not looked at yet. */
  private readonly waiting: FrontendFrame[] = [];
  /** The message that a fault stopped. */
  private stopped: Stopped | null = null;
  /** The first answer is the session's own. */
  private readonly awaited: Awaited[] = [{ strike: null, step: null }];
  /** What strikes at the answer of the commit that was seen last. */
  private commitStrike: Strike | null = null;
  /** An answer that the client does not get yet, or never. */
  private withheld: Buffer[] = [];
  private command = '';
  private onReleased: ((command: string) => void) | null = null;

  constructor(number: number, client: Socket, at: { host: string; port: number }, orders: ProxyOrders) {
    this.number = number;
    this.client = client;
    this.orders = orders;
    this.upstream = connect({ ...at, noDelay: true });
    client.on('data', (chunk: Buffer) => {
      this.waiting.push(...this.asked.read(chunk));
      this.forward();
    });
    this.upstream.on('data', (chunk: Buffer) => {
      for (const frame of this.answers.read(chunk)) this.answer(frame);
    });
    for (const side of [client, this.upstream]) {
      side.on('error', () => undefined);
      side.on('close', (hadError) => this.closed(side, hadError));
    }
  }

  /** Nothing flows and nothing is closed. */
  freeze(): void {
    if (this.flow === 'ended' || this.flow === 'held') return;
    this.flow = 'frozen';
    this.client.pause();
    this.upstream.pause();
  }

  thaw(): void {
    if (this.flow === 'frozen') this.goOn();
  }

  cut(): void {
    if (this.flow === 'ended') return;
    this.flow = 'ended';
    this.client.resetAndDestroy();
    this.upstream.resetAndDestroy();
    this.onReleased?.('gone');
    this.orders.onEnd();
  }

  private goOn(): void {
    this.flow = 'flowing';
    for (const bytes of this.withheld.splice(0)) this.client.write(bytes);
    this.client.resume();
    this.upstream.resume();
    const stopped = this.stopped;
    this.stopped = null;
    if (stopped !== null) this.send(stopped.frame, stopped.step);
    this.forward();
  }

  private closed(side: Socket, hadError: boolean): void {
    if (this.flow === 'ended') return;
    // While frozen, neither side sees the other close; and a held client was cut off on purpose.
    if (this.flow === 'frozen' || (this.flow === 'held' && side === this.client)) return;
    if (hadError || this.flow === 'held') return this.cut();
    this.flow = 'ended';
    this.upstream.end();
    this.client.end();
    this.orders.onEnd();
  }

  /** Passes on what has arrived, as far as no fault stops it. */
  private forward(): void {
    while (this.flow === 'flowing') {
      const frame = this.waiting.shift();
      if (frame === undefined) return;
      if (frame.type === '') this.start(frame);
      else this.pass(frame);
    }
  }

  private start(frame: FrontendFrame): void {
    const kind = startupKind(frame);
    if (kind === 'encryption') return void this.client.write('N');
    if (kind === 'session') this.application = applicationOf(frame);
    this.upstream.write(frame.bytes);
  }

  private pass(frame: FrontendFrame): void {
    const step = this.tracker.see(frame);
    const strike =
      step.marks.length === 0
        ? null
        : this.orders.strike(this.application, step, () => this.waiting.map(({ bytes }) => bytes));
    if (strike?.at === 'committed' || strike?.at === 'after') this.commitStrike = strike;
    if (strike === null || strike === this.commitStrike) return this.send(frame, step);
    this.stopped = { frame, step };
    this.carryOut(strike, step);
  }

  private send(frame: FrontendFrame, step: Step): void {
    if (step.isAnswered) {
      this.awaited.push({ strike: step.answersCommit ? this.commitStrike : null, step });
      if (step.answersCommit) this.commitStrike = null;
    }
    if (!this.upstream.destroyed) this.upstream.write(frame.bytes);
  }

  private carryOut(strike: Strike, step: Step): void {
    const { action } = strike;
    if (action === 'cut') this.cut();
    else if (action === 'freeze') this.freeze();
    else if (action === 'hold') {
      this.flow = 'held';
      this.client.resetAndDestroy();
    } else {
      this.flow = 'delayed';
      setTimeout(() => this.flow === 'delayed' && this.goOn(), action.delayMs);
    }
    strike.onHit(this.hitOf(strike, step));
  }

  private hitOf({ at }: Strike, { transaction, statement }: Step): Hit {
    return {
      at,
      connection: this.number,
      application: this.application,
      statements: [...(transaction?.statements ?? (statement === null ? [] : [statement]))],
      thaw: () => this.thaw(),
      cut: () => this.cut(),
      release: () => this.release(),
    };
  }

  private release(): Promise<string> {
    const { stopped } = this;
    if (this.flow !== 'held' || stopped === null) return Promise.resolve('gone');
    this.stopped = null;
    return new Promise((resolve) => {
      this.onReleased = resolve;
      this.send(stopped.frame, stopped.step);
      for (const { bytes } of this.waiting.splice(0)) this.upstream.write(bytes);
    });
  }

  private answer(frame: FrontendFrame): void {
    const { strike, step } = this.awaited[0] ?? { strike: null, step: null };
    const isLast = frame.type === 'Z';
    if (isLast) this.awaited.shift();
    if (frame.type === 'C') this.command = commandOf(frame);
    // A failure is answered without a command.
    if (frame.type === 'E') this.command = 'ERROR';
    if (this.flow === 'held') {
      if (isLast && step?.answersCommit === true) this.released();
      return;
    }
    const waits = this.flow === 'frozen' || strike?.at === 'committed' || this.withheld.length > 0;
    if (waits) this.withheld.push(frame.bytes);
    else if (!this.client.destroyed) this.client.write(frame.bytes);
    if (!isLast || strike === null || step === null) return;
    if (strike.at === 'after') setTimeout(() => this.carryOut(strike, step), deliveredWithinMs);
    else this.carryOut(strike, step);
  }

  private released(): void {
    this.onReleased?.(this.command);
    this.onReleased = null;
    this.cut();
  }
}
