import type { Socket } from 'node:net';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { PoolClient } from 'pg';
import { Refusal } from '../failures/refusal.ts';
import type { Database, Transaction } from '../store/database.ts';
import { OutcomeUnknown } from '../failures/outcome-unknown.ts';
import { isConnectionLoss, postgresFailure } from '../failures/postgres-errors.ts';
import { raiseFence, type WriterFence, type WriterName } from './writer-fence.ts';

/** Another session raised the epoch of this writer: this one may no longer write. */
export class FencedOut extends Error {
  constructor(writer: string) {
    super(`another session writes for ${writer} now`);
  }
}

/**
 * The one connection a market writer commits on. Opening it raises the writer's epoch: every batch of an earlier
 * session has then either committed or never will, so reads from here on are final.
 */
export class WriterSession {
  readonly writer: string;
  /** Process id of the connection's backend. */
  readonly backend: number;
  /** The highest id that was stored when the session opened. */
  readonly lastId: number;
  readonly #client: PoolClient;
  readonly #epoch: number;
  readonly #tx: Transaction;
  #broken: Error | null = null;

  private constructor(writer: string, client: PoolClient, backend: number, fence: WriterFence) {
    this.writer = writer;
    this.backend = backend;
    this.lastId = fence.lastId;
    this.#client = client;
    this.#epoch = fence.epoch;
    this.#tx = { client, drizzle: drizzle({ client }) };
    client.on('error', (error) => this.#lose(error));
  }

  /**
   * Connects and raises the epoch of a writer.
   *
   * @param before backend of the previous session; it is terminated, because a batch stuck there would hold the
   *   fence
   * @throws WriterTaken when the writer was assigned and is not any more
   * @throws what the store throws; nothing is left open then
   */
  static async open(database: Pick<Database, 'pool'>, name: WriterName, before: number | null): Promise<WriterSession> {
    const client = await database.pool.connect();
    const ignore = () => undefined;
    client.on('error', ignore);
    try {
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      const fence = await raiseFence(client, name, before);
      return new WriterSession(name.writer, client, rows[0]?.pid ?? 0, fence);
    } catch (error) {
      client.release(error instanceof Error ? error : true);
      throw error;
    } finally {
      client.off('error', ignore);
    }
  }

  /** Whether the connection ended and the session is dead. */
  get isBroken(): boolean {
    return this.#broken !== null;
  }

  /**
   * Begins a fenced transaction and sends the queries of `read` with it, in one round trip.
   *
   * @throws FencedOut when another session took over
   */
  begin<Reads>(read: (tx: Transaction) => Promise<Reads>): Promise<Reads> {
    const fenced = this.#corked(() => {
      const begun = this.#client.query(
        `BEGIN; SELECT epoch FROM writer_fences WHERE writer = '${this.writer}' FOR NO KEY UPDATE`,
      ) as unknown as Promise<readonly { readonly rows: readonly { readonly epoch: string }[] }[]>;
      return { begun, reads: read(this.#tx) };
    });
    fenced.begun.catch(ignoreRejection);
    fenced.reads.catch(ignoreRejection);
    return this.#guarded(async () => {
      const [, fence] = await fenced.begun;
      if (Number(fence?.rows[0]?.epoch) !== this.#epoch) throw new FencedOut(this.writer);
      return fenced.reads;
    });
  }

  /** Runs statements inside the open transaction. */
  run<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.#guarded(() => work(this.#tx));
  }

  /**
   * Sends the statements of a batch and COMMIT together, without waiting in between.
   *
   * @param lastId the highest id assigned so far; stored with the batch
   * @param sent called when COMMIT has been sent: from here on the outcome may be unknown
   * @throws OutcomeUnknown when the connection ended before COMMIT was acknowledged; else what the first statement that
   *   failed threw, and nothing of the batch is stored
   */
  async commit<Result>(lastId: number, write: (tx: Transaction) => Promise<Result>, sent: () => void): Promise<Result> {
    const { stream } = connectionOf(this.#client);
    stream.cork();
    let written: Promise<Result>;
    let fenced: Promise<unknown>;
    let committed: Promise<{ readonly command: string }>;
    try {
      written = write(this.#tx);
      // A failure before sending must hold COMMIT back; by then every statement has been handed to the driver.
      await failedAtOnce(written);
      fenced = this.#client.query({
        name: 'writer-fence',
        text: 'UPDATE writer_fences SET last_id = $2 WHERE writer = $1',
        values: [this.writer, lastId],
      });
      fenced.catch(ignoreRejection);
      committed = this.#client.query('COMMIT');
      committed.catch(ignoreRejection);
      sent();
    } finally {
      stream.uncork();
    }
    return this.#guarded(async () => {
      try {
        const result = await written;
        const { command } = await committed;
        if (command !== 'COMMIT') await fenced;
        if (command !== 'COMMIT') throw new Error(`a statement of a batch of ${this.writer} failed unnoticed`);
        return result;
      } catch (error) {
        if (this.#isLoss(error)) throw new OutcomeUnknown(`a batch of ${this.writer}`, { cause: error });
        const ended = await committed.catch(() => null);
        // An unparsable answer undoes nothing: the store has to be read again.
        if (ended?.command === 'COMMIT') throw new OutcomeUnknown(`a batch of ${this.writer}`, { cause: error });
        throw error;
      }
    });
  }

  /** Rolls back the open transaction; the session stays usable. */
  async rollback(): Promise<void> {
    if (this.isBroken) return;
    await this.#guarded(() => this.#client.query('ROLLBACK')).catch((error: unknown) => this.#lose(error));
  }

  /** Ends the connection. */
  close(): void {
    this.#lose(new Error(`the session of ${this.writer} was closed`));
  }

  #corked<Result>(work: () => Result): Result {
    const { stream } = connectionOf(this.#client);
    stream.cork();
    try {
      return work();
    } finally {
      stream.uncork();
    }
  }

  async #guarded<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof OutcomeUnknown || error instanceof FencedOut || this.#isLoss(error)) this.#lose(error);
      throw error;
    }
  }

  /** Whether an error means a lost connection, as opposed to a failed statement. */
  #isLoss(error: unknown): boolean {
    if (isConnectionLoss(error)) return true;
    return this.#broken !== null && postgresFailure(error) === null && !(error instanceof Refusal);
  }

  #lose(error: unknown): void {
    if (this.#broken !== null) return;
    this.#broken = error instanceof Error ? error : new Error(String(error));
    this.#client.release(this.#broken);
  }
}

/** Rethrows what a chain of `async` functions threw before its first real await: one tick propagates it. */
async function failedAtOnce(work: Promise<unknown>): Promise<void> {
  const failures: unknown[] = [];
  work.catch((reason: unknown) => failures.push(reason));
  await new Promise<void>((resolve) => process.nextTick(resolve));
  if (failures.length > 0) throw failures[0];
}

/** The driver's socket, which its types leave out. */
function connectionOf(client: PoolClient): { readonly stream: Socket } {
  return (client as unknown as { readonly connection: { readonly stream: Socket } }).connection;
}

function ignoreRejection(): void {
  // Its awaiters receive the failure; this only keeps it from counting as unhandled.
}
