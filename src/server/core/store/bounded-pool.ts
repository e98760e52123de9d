import { type ClientBase, type ClientConfig, Pool, type PoolClient } from 'pg';
import { minuteMs } from '#protocol/core/durations.ts';
import { ConnectionLost } from '../failures/connection-lost.ts';
import { GuardedClient } from './guarded-client.ts';
import { isConnectionLoss, postgresFailure } from '../failures/postgres-errors.ts';
import type { StoreLimits } from './store-limits.ts';
import { StoreUnavailable } from '../failures/store-unavailable.ts';

/** Decides whether connections may be used. */
export interface PoolGate {
  /** Whether connections are handed out at all. */
  isOpen(): boolean;
  /** Whether a connection that was just made may be used. @throws what keeps it from being used */
  admit(client: ClientBase): Promise<void>;
}

interface BoundedPoolOptions {
  /** Where to connect; asked for each new connection, because an embedded PostgreSQL may come back on another port. */
  readonly connection: () => ClientConfig;
  /** The application name shown by PostgreSQL. */
  readonly applicationName: string;
  readonly limits: StoreLimits;
  readonly gate: PoolGate | null;
}

type Connected = (error: Error | undefined, client: PoolClient | undefined, done: (release?: unknown) => void) => void;

/** PostgreSQL detects a silently lost client and releases its locks. */
const serverKeepalive =
  '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3 -c tcp_user_timeout=8000';
/** PostgreSQL looks for a closed socket while a statement runs. On Windows it cannot, and refuses to be asked. */
const watchClient = (everyMs: number) =>
  process.platform === 'win32' ? '' : ` -c client_connection_check_interval=${everyMs}`;
/** A connection idle for this long is closed. */
const idleMs = minuteMs;
const keepAliveAfterMs = 5_000;
/** On shutdown, connections that do not close within this are destroyed. */
const endWithinMs = 2_000;

/**
 * A connection pool in which every wait has a limit: for a connection, in its queue, for an answer. Failing to get a
 * connection is `StoreUnavailable`, losing one during a query is `ConnectionLost`.
 */
export class BoundedPool extends Pool {
  readonly #options: BoundedPoolOptions;
  readonly #clients: ReadonlySet<GuardedClient>;

  constructor(options: BoundedPoolOptions) {
    const { limits, gate } = options;
    const clients = new Set<GuardedClient>();
    class Guarded extends GuardedClient {
      constructor() {
        super(clientConfig(options), limits.silenceMs);
        clients.add(this);
        this.once('end', () => clients.delete(this));
      }
    }
    super({
      // The pool's own limit on waiting and connecting.
      connectionTimeoutMillis: limits.connectMs,
      max: limits.poolMax,
      idleTimeoutMillis: idleMs,
      Client: Guarded,
      ...(gate === null ? {} : { onConnect: (client: ClientBase) => gate.admit(client) }),
    });
    this.#options = options;
    this.#clients = clients;
    const query = this.query.bind(this) as (...given: unknown[]) => unknown;
    this.query = ((...given: unknown[]) => {
      const answer = query(...given);
      if (!(answer instanceof Promise)) return answer;
      return answer.catch((error: unknown) => {
        throw namedFailure(error);
      });
    }) as Pool['query'];
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | void {
    const refusal = this.#refusal();
    if (callback === undefined) {
      if (refusal !== null) return Promise.reject(refusal);
      return super.connect().catch((error: unknown) => {
        throw unavailable(error);
      });
    }
    if (refusal !== null) {
      callback(refusal, undefined, () => undefined);
      return;
    }
    super.connect((error, client, done) => callback(error && unavailable(error), client, done));
  }

  /** Destroys every connection, also those in use: their queries fail at once with `ConnectionLost`. */
  destroyAll(reason: Error): void {
    for (const client of this.#clients) client.destroy(reason);
  }

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | void {
    const deadline = setTimeout(() => this.destroyAll(new Error('the pool ended')), endWithinMs);
    const ended = super.end().finally(() => clearTimeout(deadline));
    if (callback === undefined) return ended;
    void ended.finally(callback);
  }

  #refusal(): StoreUnavailable | null {
    const { gate, limits } = this.#options;
    if (gate?.isOpen() === false) return new StoreUnavailable('it is away');
    if (this.waitingCount >= limits.waitingMax) return new StoreUnavailable('too many wait for a connection');
    return null;
  }
}

function clientConfig({ connection, applicationName, limits }: BoundedPoolOptions): ClientConfig {
  return {
    application_name: applicationName,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    // Pipelining: statements sent together save round trips in hot transactions.
    pipeline: true,
    connectionTimeoutMillis: limits.connectMs,
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    options: serverKeepalive + (limits.goneMs === undefined ? '' : watchClient(limits.goneMs)),
    ...connection(),
  };
}

function unavailable(error: unknown): StoreUnavailable {
  return error instanceof StoreUnavailable ? error : new StoreUnavailable('no connection', { cause: error });
}

/** The failure of a pool query: PostgreSQL's own error, a caller's bug, or else the lost connection. */
function namedFailure(error: unknown): unknown {
  if (error instanceof StoreUnavailable || error instanceof ConnectionLost || error instanceof TypeError) return error;
  if (postgresFailure(error) !== null && !isConnectionLoss(error)) return error;
  return new ConnectionLost({ cause: error });
}
