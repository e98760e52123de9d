import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase, ClientConfig } from 'pg';
import type { Clock } from '../clock/clock.ts';
import type { Logger } from '../log/log.ts';
import type { PoolGate } from './bounded-pool.ts';
import { type LockWaiting, type ServerLock, takeServerLock } from './server-lock.ts';
import type { StoreHealthControl } from './store-health.ts';
import { StoreUnavailable } from '../failures/store-unavailable.ts';

/** Another server owned the data meanwhile: this one's memory no longer matches the store. */
export class OwnershipLost extends Error {}

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

export interface OwnershipDeps {
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

  /** Raises the epoch and terminates connections of an earlier owner; from then on the store is `ready`. */
  async begin(): Promise<void> {
    await this.#raise();
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
        await this.#raise();
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

  async #raise(): Promise<void> {
    const client = this.#lock?.client;
    if (client === undefined) throw new StoreUnavailable('the lock is not held');
    const { rows } = await client.query<{ epoch: string }>(
      `INSERT INTO server_epoch (id, epoch, owner, at) VALUES (1, 1, $1, $2)
       ON CONFLICT (id) DO UPDATE SET epoch = server_epoch.epoch + 1, owner = $1, at = $2
        WHERE $3 OR server_epoch.owner = $1
       RETURNING epoch`,
      // The first time, it is taken over from the previous owner.
      [this.owner, this.#deps.clock(), this.#epoch === null],
    );
    const raised = rows[0]?.epoch;
    if (raised === undefined) throw new OwnershipLost(takenOver);
    this.#epoch = Number(raised);
    await this.#endEarlier();
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
