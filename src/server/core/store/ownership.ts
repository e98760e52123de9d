import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase, ClientConfig, QueryResultRow } from 'pg';
import type { Clock } from '../clock/clock.ts';
import type { Logger } from '../log/log.ts';
import type { PoolGate } from './bounded-pool.ts';
import { isBehind, type SeenEpoch, type StoreIdentity } from './identity.ts';
import { type LockWaiting, type ServerLock, takeServerLock } from './server-lock.ts';
import type { StoreHealthControl } from './store-health.ts';
import { StoreUnavailable } from '../failures/store-unavailable.ts';

/** Another server owned the data meanwhile: this one's memory no longer matches the store. */
class OwnershipLost extends Error {}

/** Time limits for regaining ownership. */
export interface OwnershipLimits {
  /** How often the owning connection is probed. */
  readonly heartbeatMs: number;
  /** It is lost after being silent for this long. */
  readonly silenceMs: number;
  /** How often a server that waits tries to take the lock, and after which silence it takes it from its holder. */
  readonly tryEveryMs: number;
  readonly takeOverMs: number;
  readonly connectMs: number;
  /** Back-off between attempts to regain ownership: the first delay, which doubles, and the longest. */
  readonly retryFirstMs: number;
  readonly retryMostMs: number;
  /** How long old connections may take to end once terminated. */
  readonly endedWithinMs: number;
}

export const ownershipLimits: OwnershipLimits = {
  heartbeatMs: 500,
  silenceMs: 3_000,
  tryEveryMs: 100,
  takeOverMs: 2_000,
  connectMs: 3_000,
  retryFirstMs: 50,
  retryMostMs: 1_000,
  endedWithinMs: 5_000,
};

interface OwnershipDeps {
  /** The current address of PostgreSQL. */
  readonly connection: () => ClientConfig;
  /** Restarts PostgreSQL when it is embedded and not running; null for an external one. */
  readonly revive: (() => Promise<void>) | null;
  /** Application names of the pools that may write: their connections from before an epoch are terminated. */
  readonly pools: readonly string[];
  readonly health: StoreHealthControl;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly limits?: OwnershipLimits;
}

const endedPollMs = 20;
const takenOver = 'Another server took the data over while PostgreSQL was away from this one, which therefore ends.';
const restored = 'The data is from an earlier state than this server knows, as of a restored backup: it ends.';

/** The PostgreSQL and its timeline, which every promotion and every recovery to a point in time raises. */
const historyNow = `(SELECT system_identifier FROM pg_control_system()) || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8)`;

/** The row as a server finds it that raises the epoch. */
interface StoredEpoch extends SeenEpoch {
  readonly owner: string;
  /** Whether it was written on this PostgreSQL and this timeline of it. */
  readonly isHere: boolean;
}

/**
 * The right to write: an advisory lock that one server holds as long as it gives signs of life, and the epoch row.
 *
 * The lock is lost with its connection. Then the store is `degraded` and nothing reaches it; the lock is taken again,
 * the row must still name this process, and raising the epoch is the fence: connections of an earlier epoch are
 * terminated and new ones of it are not admitted. A connection that read the old epoch when it was made is visible in
 * PostgreSQL's session list to the server that raised it, so none slips through, and their in-flight work is resolved
 * when `ready` is announced.
 */
export class Ownership {
  /** Resolves with the reason when another server owned the data meanwhile and this exchange must exit. */
  readonly lost: Promise<string>;
  /** Identifies this process. */
  readonly owner = randomBytes(4).toString('hex');
  readonly gate: PoolGate;
  readonly #deps: OwnershipDeps;
  readonly #limits: OwnershipLimits;
  readonly #loseForGood: (reason: string) => void;
  readonly #closing = new AbortController();
  #lock: ServerLock | null = null;
  #epoch: number | null = null;
  #identity: StoreIdentity = { id: '', since: 0 };
  #regaining: Promise<void> = Promise.resolve();

  constructor(deps: OwnershipDeps) {
    this.#deps = deps;
    this.#limits = deps.limits ?? ownershipLimits;
    const { promise, resolve } = Promise.withResolvers<string>();
    this.lost = promise;
    this.#loseForGood = resolve;
    this.gate = {
      isOpen: () => deps.health.state === 'ready',
      admit: (client) => this.#admit(client),
    };
  }

  /**
   * Takes the lock for the first time. Before `begin` only migrations may write.
   *
   * @param waiting how the lock of another server is waited for; null does not wait
   * @throws AlreadyRunning when another server has it, and is not waited for
   */
  async take(waiting: Pick<LockWaiting, 'signal' | 'onWait'> | null = null): Promise<void> {
    const { tryEveryMs: everyMs, takeOverMs: silentMs } = this.#limits;
    this.#lock = await this.#takeLock(waiting === null ? {} : { waiting: { ...waiting, everyMs, silentMs } });
  }

  /** The epoch under which this process owns the data; 0 before `begin`. */
  get epoch(): number {
    return this.#epoch ?? 0;
  }

  /** The identity of the data as of the last time that the epoch was raised. */
  get identity(): StoreIdentity {
    return this.#identity;
  }

  /**
   * Raises the epoch and terminates connections of an earlier owner; from then on the store is `ready`.
   *
   * @param seen the highest epoch that was heard of, if any: data that is behind it was restored
   */
  async begin(seen: SeenEpoch | null = null): Promise<void> {
    await this.#raise(seen);
    this.#follow();
    this.#deps.health.set('ready');
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#regaining;
    await this.#lock?.release();
  }

  #takeLock(how: { readonly waiting?: LockWaiting } = {}): Promise<ServerLock> {
    const { heartbeatMs, silenceMs, connectMs } = this.#limits;
    const onOccupied = (client: ClientBase) => this.#checkOwner(client);
    return takeServerLock(this.#deps.connection(), {
      owner: this.owner,
      heartbeatMs,
      silenceMs,
      connectMs,
      onOccupied,
      ...how,
    });
  }

  #follow(): void {
    const lock = this.#lock;
    if (lock !== null) void this.#followOne(lock);
  }

  async #followOne(lock: ServerLock): Promise<void> {
    const reason = await lock.lost;
    if (this.#closing.signal.aborted) return;
    this.#deps.logger.error({ reason }, 'PostgreSQL is unavailable: nothing is written until it is back');
    this.#deps.health.set('degraded');
    this.#regaining = this.#regain().catch((error: unknown) => {
      this.#loseForGood(error instanceof Error ? error.message : String(error));
    });
  }

  /** Retries until the data is owned again. @throws OwnershipLost when another server owned it meanwhile */
  async #regain(): Promise<void> {
    const { health, logger } = this.#deps;
    const since = health.since;
    let saidWhy = '';
    for (let waitMs = this.#limits.retryFirstMs; ; waitMs = Math.min(2 * waitMs, this.#limits.retryMostMs)) {
      if (this.#closing.signal.aborted) return;
      try {
        await this.#release();
        await this.#deps.revive?.();
        this.#lock = await this.#takeLock();
        await this.#raiseAgain();
        break;
      } catch (error) {
        if (error instanceof OwnershipLost) throw error;
        const why = error instanceof Error ? error.message : String(error);
        // Once per reason: an outage of an hour must not log thousands of lines.
        if (why !== saidWhy) logger.warn({ err: error }, 'PostgreSQL cannot be used yet');
        saidWhy = why;
      }
      await sleep(waitMs, undefined, { signal: this.#closing.signal }).catch(() => undefined);
    }
    // From here on a loss is handled again.
    this.#follow();
    logger.warn({ awayMs: this.#deps.clock() - since, epoch: this.#epoch }, 'PostgreSQL is back: trading resumes');
    health.set('ready');
  }

  async #release(): Promise<void> {
    const lock = this.#lock;
    this.#lock = null;
    lock?.client.destroy(new Error('abandoned'));
    await lock?.release();
  }

  /** A server that is only trying to take the lock is waited for; one that owned the data meanwhile is not. */
  async #checkOwner(client: ClientBase): Promise<void> {
    if (this.#epoch === null) return;
    const { rows } = await client.query<{ owner: string }>('SELECT owner FROM server_epoch');
    if (rows[0]?.owner !== this.owner) throw new OwnershipLost(takenOver);
  }

  /** Raises the epoch of data that this server owned before. @throws OwnershipLost when it is not the same any more */
  async #raiseAgain(): Promise<void> {
    const own = { store: this.#identity, epoch: this.epoch };
    const stored = await this.#stored();
    if (stored === null || isBehind(stored, own)) {
      // Nobody else may know that it is: the identity is renewed here.
      await this.#raise(own);
      throw new OwnershipLost(restored);
    }
    if (stored.owner !== this.owner) throw new OwnershipLost(takenOver);
    if (stored.store.id !== own.store.id) throw new OwnershipLost(restored);
    await this.#raise(null);
  }

  /**
   * Raises the epoch, and renews the identity where PostgreSQL or its timeline is another one, or the data is behind what
   * was seen of it.
   */
  async #raise(seen: SeenEpoch | null): Promise<void> {
    const stored = await this.#stored();
    const isRenewed = stored !== null && (!stored.isHere || (seen !== null && isBehind(stored, seen)));
    const { rows } = await this.#query<{ epoch: string; identity: string; since: string }>(
      `INSERT INTO server_epoch (id, epoch, owner, at, identity, identity_since, history)
       VALUES (1, 1, $1, $2, gen_random_uuid(), $2, ${historyNow})
       ON CONFLICT (id) DO UPDATE SET epoch = server_epoch.epoch + 1, owner = $1, at = $2, history = excluded.history,
         identity = CASE WHEN $3 THEN excluded.identity ELSE server_epoch.identity END,
         identity_since = CASE WHEN $3 THEN greatest($2, server_epoch.identity_since + 1, $4)
                               ELSE server_epoch.identity_since END
       RETURNING epoch, identity, identity_since AS since`,
      [this.owner, this.#deps.clock(), isRenewed, (seen?.store.since ?? -1) + 1],
    );
    const [raised] = rows;
    if (raised === undefined) throw new StoreUnavailable('the epoch was not raised');
    this.#epoch = Number(raised.epoch);
    this.#identity = { id: raised.identity, since: Number(raised.since) };
    if (isRenewed) this.#deps.logger.warn({ identity: this.#identity }, 'the identity of the data is renewed');
    await this.#endEarlier();
  }

  /** Null before the first start on this data. */
  async #stored(): Promise<StoredEpoch | null> {
    const { rows } = await this.#query<{ epoch: string; owner: string; id: string; since: string; here: boolean }>(
      `SELECT epoch, owner, identity AS id, identity_since AS since, history = ${historyNow} AS here FROM server_epoch`,
    );
    const [row] = rows;
    if (row === undefined) return null;
    const { epoch, owner, id, since, here } = row;
    return { store: { id, since: Number(since) }, epoch: Number(epoch), owner, isHere: here };
  }

  #query<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) {
    const client = this.#lock?.client;
    if (client === undefined) throw new StoreUnavailable('the lock is not held');
    return client.query<Row>(text, [...values]);
  }

  /** Terminates the pools' connections of earlier epochs and waits until they are gone. */
  async #endEarlier(): Promise<void> {
    const deadlineMs = performance.now() + this.#limits.endedWithinMs;
    for (;;) {
      const { rows } = (await this.#lock?.client.query<{ pid: number }>(
        `SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = ANY ($1) AND pid <> pg_backend_pid()`,
        [this.#deps.pools],
      )) ?? { rows: [] };
      if (rows.length === 0) return;
      if (performance.now() > deadlineMs) throw new StoreUnavailable('connections of before do not end');
      await sleep(endedPollMs);
    }
  }

  async #admit(client: ClientBase): Promise<void> {
    const { rows } = await client.query<{ epoch: string }>('SELECT epoch FROM server_epoch');
    if (this.#epoch === null || Number(rows[0]?.epoch) !== this.#epoch) {
      throw new StoreUnavailable('a connection of another epoch');
    }
  }
}
