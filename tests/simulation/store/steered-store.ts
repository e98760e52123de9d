import { once } from 'node:events';
import { createRequire } from 'node:module';
import { connect, type Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';
import type { Agenda } from '../agenda.ts';
import type { Draws } from '../draws.ts';
import { realNow, realSleep } from '../real.ts';
import { AnswerReader, type Request, simpleQuery } from './messages.ts';
import { SteeredSocket, type Wire } from './steered-socket.ts';

/** What happens to a request on its way: from a seeded draw for each. */
export type Fate = 'answered' | 'lost' | 'unanswered' | 'late' | 'refused' | 'silent';

/** What PostgreSQL answers when it cannot write: nothing is done, and a transaction is over. */
const diskFull = `DO $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$`;

/** How long requests and answers take, in milliseconds of the simulated clock. */
const wayMostMs = 1.5;
const lateMostMs = 4_000;
/** After this a statement may be waiting for a lock, in true milliseconds. */
const lockLookMs = 2;
const pollMs = 1;
/** A statement that takes longer in truth is a fault of the run itself. */
const stuckMs = 30_000;

/** They count true time, of which a run takes as much as the machine likes. */
const withoutTimeouts = ['lock', 'statement', 'idle_in_transaction_session']
  .map((name) => `SET ${name}_timeout = 0`)
  .join('; ');

interface StoreDeps {
  readonly agenda: Agenda;
  readonly draws: Draws;
  /** How the run itself looks into the store. */
  readonly connection: ClientConfig & { readonly host: string; readonly port: number };
  /** What happens to a request. @param isBatch it commits a batch of a market's writer */
  readonly drawFate: (isBatch: boolean) => Fate;
  /** Called with every request, for the history of a run. */
  readonly onRequest: (session: number, text: Buffer, fate: Fate) => void;
}

/**
 * PostgreSQL as a run sees it: the real one, with real sessions, of which one at a time does something. Each request of
 * each connection is a step of the agenda; one that waits for a lock is left waiting, and goes on when the session that
 * holds the lock lets it go.
 */
export class SteeredStore {
  readonly #deps: StoreDeps;
  readonly #sessions = new Set<Session>();
  readonly #waiting = new Set<Session>();
  /** Sessions by the number of their process, also of those that ended. */
  readonly #names = new Map<string, string>();
  #observer: Client | null = null;
  #opened = 0;
  /** When the exchange last gave up a connection that had fallen silent. */
  #silenceEndedAt = 0;

  constructor(deps: StoreDeps) {
    this.#deps = deps;
  }

  /** Connects what looks on, and takes the place of the sockets of all connections that are opened from now on. */
  async begin(): Promise<() => void> {
    const { connection } = this.#deps;
    const observer = new Client({ ...connection, application_name: 'simulation' });
    await observer.connect();
    this.#observer = observer;
    return replaceSockets(
      () =>
        new SteeredSocket((socket) => {
          this.#opened += 1;
          return this.#wireOf(new Session(this.#opened, socket));
        }),
    );
  }

  /** A look from outside, while nothing of the exchange runs. */
  async query<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    if (this.#observer === null) throw new Error('the store has not begun');
    return (await this.#observer.query<Row>(text, [...values])).rows;
  }

  /** Whether the exchange waits for a connection that has fallen silent. */
  get isSilent(): boolean {
    return [...this.#sessions].some(({ isMute, isLeft }) => isMute && !isLeft);
  }

  /** Since when every connection is heard, in milliseconds since the epoch: now, where one is not. */
  get heardSince(): number {
    return this.isSilent ? this.#deps.agenda.now : this.#silenceEndedAt;
  }

  /** The process of the exchange has died: PostgreSQL ends its sessions, and what they had not committed. */
  async killExchange(): Promise<void> {
    for (const session of this.#sessions) {
      session.isLeft = true;
      await this.#endSession(session);
    }
  }

  async end(): Promise<void> {
    for (const session of this.#sessions) {
      session.goOn();
      session.real?.destroy();
    }
    await this.#observer?.end();
  }

  #way(): number {
    return this.#deps.draws.next() * wayMostMs;
  }

  #wireOf(session: Session): Wire {
    const { agenda } = this.#deps;
    return {
      connect: () => {
        agenda.plan('exchange', this.#way(), () => this.#connect(session));
      },
      ask: (request) => this.#ask(session, request),
      leave: () => {
        if (session.isLeft) return;
        session.isLeft = true;
        if (session.isMute) this.#silenceEndedAt = agenda.now;
        agenda.plan('exchange', this.#way(), () => this.#endSession(session));
      },
    };
  }

  async #connect(session: Session): Promise<void> {
    const { host, port } = this.#deps.connection;
    const real = connect(port, host);
    await once(real, 'connect');
    real.setNoDelay(true);
    session.hold(real);
    this.#sessions.add(session);
    session.socket.emit('connect');
  }

  #ask(session: Session, request: Request): void {
    session.isWriter ||= request.bytes.includes('writer_fences');
    const isBatch = session.isWriter && request.bytes.includes('COMMIT');
    const fate = isFated(request) ? this.#deps.drawFate(isBatch) : 'answered';
    const after = this.#way() + (fate === 'late' ? this.#deps.draws.next() * lateMostMs : 0);
    // Requests of a session arrive in their order.
    const at = Math.max(this.#deps.agenda.now + after, session.arrivesAt);
    session.arrivesAt = at;
    this.#deps.agenda.plan('exchange', at - this.#deps.agenda.now, () => this.#run(session, request, fate));
  }

  async #run(session: Session, request: Request, fate: Fate): Promise<void> {
    if (session.isEnded || session.isMute) return;
    if (session.answering !== null) {
      // It waits for a lock with an earlier request.
      session.queue.push([request, fate]);
      return;
    }
    if (request.isGoodbye) {
      await this.#endSession(session);
      this.#hearEnd(session);
      return;
    }
    this.#deps.onRequest(session.nth, this.#withoutProcesses(request.bytes), fate);
    if (fate === 'lost') {
      await this.#break(session);
      return;
    }
    session.fate = fate;
    // In front of it, so that it costs no way of its own.
    const microseconds = Math.round(this.#deps.agenda.now * 1_000);
    const asked = fate === 'refused' ? refusedBy(request) : request;
    session.ask(asked, `SET simulated_time.microseconds = ${microseconds}; ${withoutTimeouts}`);
    await this.#awaitAnswer(session);
    if (!session.keepsLocks || freesLocks(request)) await this.#freeWaiting();
    if (request.bytes.includes('pg_terminate_backend')) await this.#noticeEnded();
  }

  /**
   * A request that names a process of PostgreSQL names its session instead: processes have other numbers in each run. Their
   * digits differ too, and with them the lengths in the request.
   */
  #withoutProcesses(bytes: Buffer): Buffer {
    if (!bytes.includes('pg_terminate_backend')) return bytes;
    const text = bytes.toString('latin1').replaceAll(/[^ -~]+/g, ' ');
    return Buffer.from(text.replace(/\d{2,}/g, (number) => this.#names.get(number) ?? number));
  }

  /** Waits until a request is answered or waits for a lock. */
  async #awaitAnswer(session: Session): Promise<void> {
    const began = realNow();
    while (session.answering !== null) {
      const left = lockLookMs - (realNow() - began);
      await session.heard(left > 0 ? left : pollMs);
      if (session.answering === null || session.isEnded) break;
      if (realNow() - began > lockLookMs && (await this.#isBlocked(session))) {
        session.standStill();
        this.#waiting.add(session);
        return;
      }
      if (realNow() - began > stuckMs) throw new Error(`session ${session.nth} neither answers nor waits for a lock`);
    }
    if (session.process !== null) this.#names.set(String(session.process), `session ${session.nth}`);
    await this.#deliver(session);
  }

  async #isBlocked(session: Session): Promise<boolean> {
    if (session.process === null) return false;
    const [row] = await this.query<{ blocked: boolean }>('SELECT cardinality(pg_blocking_pids($1)) > 0 AS blocked', [
      session.process,
    ]);
    return row?.blocked === true && session.answering !== null;
  }

  /**
   * Has the requests answered whose locks were let go meanwhile. PostgreSQL would wake all that waited for a transaction
   * at once, and whoever is scheduled first would be first: here their processes stand still, and go on one by one.
   */
  async #freeWaiting(): Promise<void> {
    for (let session = await this.#firstFree(); session !== null; session = await this.#firstFree()) {
      this.#waiting.delete(session);
      session.goOn();
      await this.#awaitAnswer(session);
    }
  }

  /** Of those that waited, the one that waited longest and need not any more; null when there is none. */
  async #firstFree(): Promise<Session | null> {
    for (const session of this.#waiting) if (!(await this.#isBlocked(session))) return session;
    return null;
  }

  /** Plans what the client hears of an answer. */
  async #deliver(session: Session): Promise<void> {
    const { agenda } = this.#deps;
    const answer = session.answer;
    session.answer = null;
    if (session.fate === 'unanswered') {
      await this.#break(session);
      return;
    }
    // The client waits until it has waited long enough, and closes the connection: nothing follows what is missing.
    if (session.fate === 'silent') {
      session.isMute = true;
      return;
    }
    const isOver = session.isEnded;
    const late = session.fate === 'late' ? this.#deps.draws.next() * lateMostMs : 0;
    // And so do its answers.
    session.hearsAt = Math.max(agenda.now + this.#way() + late, session.hearsAt);
    agenda.plan('exchange', session.hearsAt - agenda.now, () => {
      if (session.isLeft) return;
      if (answer !== null) session.socket.push(answer);
      if (isOver) session.socket.push(null);
    });
    const next = session.queue.shift();
    if (next !== undefined) await this.#run(session, ...next);
  }

  /** The client finds that the server has closed the connection. */
  #hearEnd(session: Session): void {
    this.#deps.agenda.plan('exchange', this.#way(), () => {
      if (!session.isLeft) session.socket.push(null);
    });
  }

  /** Both sides lose a connection; what had committed stays. */
  async #break(session: Session): Promise<void> {
    await this.#endSession(session);
    this.#deps.agenda.plan('exchange', this.#way(), () => {
      if (!session.isLeft) session.socket.destroy(Object.assign(new Error('the wire was cut'), { code: 'ECONNRESET' }));
    });
  }

  /** Ends the server's side, and waits until what it held is free. */
  async #endSession(session: Session): Promise<void> {
    if (session.real === null || !this.#sessions.delete(session)) return;
    this.#waiting.delete(session);
    session.goOn();
    session.end();
    if (session.process !== null) {
      await this.query('SELECT pg_terminate_backend($1)', [session.process]);
      for (;;) {
        const rows = await this.query('SELECT FROM pg_stat_activity WHERE pid = $1', [session.process]);
        if (rows.length === 0) break;
        await realSleep(pollMs);
      }
    }
    await this.#freeWaiting();
  }

  /** Sessions that others terminated. */
  async #noticeEnded(): Promise<void> {
    const pids = await this.query<{ pid: number }>('SELECT pid FROM pg_stat_activity');
    const alive = new Set(pids.map(({ pid }) => pid));
    for (const session of this.#sessions) {
      if (session.process === null || alive.has(session.process)) continue;
      await this.#endSession(session);
      this.#hearEnd(session);
    }
  }
}

/** The end of a session and of a transaction that failed need nothing that could be missing. */
const isFated = ({ isGoodbye, bytes }: Request) => !isGoodbye && !bytes.includes('ROLLBACK');

/** Locks that go before the end of their transaction. */
const freesLocks = ({ bytes }: Request) => bytes.includes('ROLLBACK') || bytes.includes('advisory_unlock');

/** A request in the place of one that PostgreSQL has no room for. */
function refusedBy(request: Request): Request {
  const isEnd = request.bytes.includes('COMMIT');
  return { ...request, bytes: simpleQuery(isEnd ? `ROLLBACK; ${diskFull}` : diskFull) };
}

/** A connection, with both of its sides. */
class Session {
  readonly nth: number;
  readonly socket: SteeredSocket;
  readonly queue: [Request, Fate][] = [];
  real: Socket | null = null;
  /** Resolved when its request is answered; null while it has none. */
  answering: PromiseWithResolvers<void> | null = null;
  answer: Buffer | null = null;
  fate: Fate = 'answered';
  /** Before this no further request arrives, and no further answer is heard. */
  arrivesAt = 0;
  hearsAt = 0;
  isLeft = false;
  isEnded = false;
  /** It looked at the fence of a writer. */
  isWriter = false;
  /** An answer of it was not delivered; neither does anything else come through. */
  isMute = false;
  #isStill = false;
  readonly #reader = new AnswerReader();

  constructor(nth: number, socket: SteeredSocket) {
    this.nth = nth;
    this.socket = socket;
  }

  get process(): number | null {
    return this.#reader.process;
  }

  /** Whether it was answered within a transaction. */
  get keepsLocks(): boolean {
    return this.answering === null && this.#reader.isInTransaction;
  }

  hold(real: Socket): void {
    this.real = real;
    real.on('data', (chunk: Buffer) => {
      const answer = this.#reader.take(chunk);
      if (answer !== null) this.#finish(answer);
    });
    real.on('error', () => undefined);
    real.on('close', () => {
      this.isEnded = true;
      if (this.answering !== null) this.#finish(this.#reader.taken());
    });
  }

  /** @param before what is done in front of a statement, whose answer the client does not hear */
  ask({ bytes, isStatement }: Request, before: string): void {
    this.answering = Promise.withResolvers();
    if (!isStatement) {
      this.real?.write(bytes);
      return;
    }
    this.#reader.unwanted += 1;
    this.real?.write(Buffer.concat([simpleQuery(before), bytes]));
  }

  /** Stops the process that waits for a lock. */
  standStill(): void {
    if (this.process === null) return;
    this.#isStill = true;
    process.kill(this.process, 'SIGSTOP');
  }

  goOn(): void {
    if (!this.#isStill || this.process === null) return;
    this.#isStill = false;
    process.kill(this.process, 'SIGCONT');
  }

  /** Waits for the answer, but not longer. */
  async heard(mostMs: number): Promise<void> {
    if (this.answering === null) return;
    await Promise.race([this.answering.promise, realSleep(mostMs)]);
  }

  end(): void {
    this.isEnded = true;
    this.answering?.resolve();
    this.answering = null;
    this.queue.length = 0;
    this.real?.destroy();
  }

  #finish(answer: Buffer): void {
    this.answer = answer;
    this.answering?.resolve();
    this.answering = null;
  }
}

/** What `pg` has and its types leave out. */
interface PgConnection {
  stream: object;
  connect: (this: PgConnection, port: number, host: string) => void;
}

/** Gives every connection of `pg` a socket of the run. @returns puts the true ones back */
function replaceSockets(open: () => SteeredSocket): () => void {
  const { Connection } = createRequire(import.meta.url)('pg') as { Connection: { prototype: PgConnection } };
  const { prototype } = Connection;
  const { connect: connectReally } = prototype;
  prototype.connect = function connectSteered(port, host) {
    this.stream = open();
    connectReally.call(this, port, host);
  };
  return () => void (prototype.connect = connectReally);
}
