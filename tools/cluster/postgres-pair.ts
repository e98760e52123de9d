import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterConnection } from '#server/core/store/embedded/embedded-postgres.ts';
import type { Member } from './member.ts';
import { until } from './ready.ts';
import { KeeperRules, type KeeperStep, type PairView } from './keeper-rules.ts';
import { onPostgres, type PostgresNode } from './postgres-node.ts';

const lookEveryMs = 500;
/** Sessions read a changed configuration with their next command. */
const settledMs = 500;

export interface PairDeps {
  readonly first: PostgresNode;
  readonly second: PostgresNode;
  /** Leads everybody to the primary, and ends the connections to the one before. */
  readonly lead: (primary: ClusterConnection) => Promise<void>;
  /** Called before another one becomes the primary, so that the next start knows whose data counts. */
  readonly onPrimary: (name: string) => void;
  /** Says what happened. */
  readonly say: (text: string) => void;
}

/**
 * A PostgreSQL with a synchronous standby, and what keeps one of them serving: for this machine and for tests. It is one
 * process itself, so in earnest Patroni or a managed PostgreSQL does this.
 */
export class PostgresPair {
  readonly #deps: PairDeps;
  readonly #rules = new KeeperRules();
  readonly #wanted: Set<PostgresNode>;
  #primary: PostgresNode;
  #standby: PostgresNode;
  /** Whether the standby is a primary that was replaced while its host was not reached, and may still run as one. */
  #isUnfenced = false;
  #running: Promise<void> | null = null;
  #isClosing = false;

  constructor(deps: PairDeps) {
    this.#deps = deps;
    this.#primary = deps.first;
    this.#standby = deps.second;
    this.#wanted = new Set([deps.first, deps.second]);
  }

  get primary(): PostgresNode {
    return this.#primary;
  }

  get connection(): ClusterConnection {
    return this.#primary.connection;
  }

  /** Whether nothing is acknowledged that the standby lacks. */
  get isSynchronous(): boolean {
    return this.#rules.isSynchronous;
  }

  /** Starts both, and keeps them. */
  async open(): Promise<void> {
    await this.#primary.startAsPrimary();
    await this.#setSynchronous(false);
    await this.#standby.startFollowing(this.#primary);
    this.#running = this.#keep();
  }

  /** Both, as members of the cluster: one that was killed comes back as the standby. */
  members(): Member[] {
    return [this.#deps.first, this.#deps.second].map((node) => ({
      name: node.name,
      get address() {
        return `${node.connection.host}:${node.connection.port}`;
      },
      ...(node.link === undefined ? {} : { link: node.link }),
      get isUp() {
        return node.isUp;
      },
      kill: () => node.kill(),
      pause: () => node.pause(),
      resume: () => node.resume(),
      stop: async () => {
        this.#wanted.delete(node);
        await node.stop();
      },
      start: async () => {
        this.#wanted.add(node);
        await until(() => Promise.resolve(node.isUp), node.name);
      },
    }));
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#running;
    await this.#setSynchronous(false).catch(() => undefined);
    await Promise.all([this.#standby.stop(), this.#primary.stop()]);
  }

  async #keep(): Promise<void> {
    while (!this.#isClosing) {
      const began = performance.now();
      try {
        await this.#look();
      } catch (error) {
        this.#deps.say(`PostgreSQL: ${error instanceof Error ? error.message : String(error)}`);
      }
      await sleep(Math.max(50, lookEveryMs - (performance.now() - began)));
    }
  }

  async #look(): Promise<void> {
    const view = await this.#view();
    const step = this.#rules.look(view, performance.now());
    await this.#do(step);
    if (!view.primaryAnswers || step !== 'nothing') return;
    await this.#keepStandby();
  }

  /** Fences and starts the standby as far as it is needed, once its host is reached. */
  async #keepStandby(): Promise<void> {
    const standby = this.#standby;
    const isAway = this.#wanted.has(standby) && !standby.isUp;
    if ((!isAway && !this.#isUnfenced) || !(await standby.isReached())) return;
    // Nothing of what it has alone was acknowledged: it goes, and the copy is without it.
    if (this.#isUnfenced) await standby.kill();
    this.#isUnfenced = false;
    if (!this.#wanted.has(standby)) return;
    await standby.startFollowing(this.#primary);
    this.#deps.say(`${standby.name} follows ${this.#primary.name}`);
  }

  async #view(): Promise<PairView> {
    try {
      const rows = await onPostgres<{ name: string }>(
        this.#primary.connection,
        `SELECT application_name AS name FROM pg_stat_replication
          WHERE state = 'streaming' AND clock_timestamp() - reply_time < interval '3 seconds'`,
      );
      return { primaryAnswers: true, standbyFollows: rows.some(({ name }) => name === this.#standby.name) };
    } catch {
      const isAway = this.#wanted.has(this.#primary) && !this.#primary.isUp;
      if (isAway && !this.#rules.isSynchronous && (await this.#primary.isReached())) {
        // Nothing else has all that was acknowledged.
        await this.#primary.startAsPrimary();
        await this.#deps.lead(this.#primary.connection);
      }
      return { primaryAnswers: false, standbyFollows: false };
    }
  }

  async #do(step: KeeperStep): Promise<void> {
    if (step === 'nothing') return;
    if (step === 'fail over') await this.#failOver();
    else {
      if (step === 'continue alone') this.#rules.beforeAlone();
      await this.#setSynchronous(step === 'require the standby');
      if (step === 'require the standby') await this.#caughtUp();
      const [{ name }, other] = [this.#primary, this.#standby.name];
      const words =
        step === 'continue alone'
          ? `${name} continues alone: ${other} does not follow`
          : `${other} has all that ${name} acknowledges`;
      this.#deps.say(words);
    }
    this.#rules.done(step);
  }

  /** Waits until the standby has all that was acknowledged before each session knew that it waits for it. */
  async #caughtUp(): Promise<void> {
    await sleep(settledMs);
    const { connection } = this.#primary;
    const [now] = await onPostgres<{ lsn: string }>(connection, 'SELECT pg_current_wal_lsn()::text AS lsn');
    for (;;) {
      const rows = await onPostgres(
        connection,
        `SELECT FROM pg_stat_replication WHERE sync_state = 'sync' AND flush_lsn >= '${now?.lsn ?? ''}'::pg_lsn`,
      );
      if (rows.length > 0) return;
      await sleep(50);
    }
  }

  /**
   * Makes the standby the primary, and the primary the standby.
   *
   * One whose host is reached is killed first: one that was only paused would wake up as a second primary. One behind a
   * cut link cannot be, and runs on. It is a primary to nobody, also from the mending of the link until it is killed:
   * - it acknowledges no commit without a standby, the only one is promoted here and follows nobody any more, and only
   *   the keeper lets it continue alone, which asks nothing of it but to end;
   * - who writes reaches the primary by the balancer alone, which leads to one and ends the sessions with the other, so
   *   that nobody reads there either what is out of date;
   * - it comes back by a copy of the other, never with its own files.
   *
   * A link that is mended before the promotion changes nothing: what the standby still receives, and the primary then
   * acknowledges, is replayed before it is promoted.
   */
  async #failOver(): Promise<void> {
    const [from, to] = [this.#primary, this.#standby];
    const isFenced = await from.isReached();
    if (isFenced) await from.kill();
    await onPostgres(to.connection, `ALTER SYSTEM SET synchronous_standby_names = ''`);
    this.#deps.onPrimary(to.name);
    // Another try may follow one that ended after this.
    await onPostgres(to.connection, 'SELECT pg_promote(false) WHERE pg_is_in_recovery()');
    for (let isStandby = true; isStandby; await sleep(20)) {
      const [row] = await onPostgres<{ is: boolean }>(to.connection, 'SELECT pg_is_in_recovery() AS is');
      isStandby = row?.is ?? true;
    }
    await onPostgres(to.connection, 'SELECT pg_reload_conf()');
    [this.#primary, this.#standby] = [to, from];
    this.#isUnfenced = !isFenced;
    await this.#deps.lead(to.connection);
    const words = isFenced ? 'does not answer' : 'is not reached';
    this.#deps.say(`${from.name} ${words}: ${to.name} is the primary`);
  }

  async #setSynchronous(isOn: boolean): Promise<void> {
    const { connection } = this.#primary;
    await onPostgres(connection, `ALTER SYSTEM SET synchronous_standby_names = '${isOn ? '*' : ''}'`);
    await onPostgres(connection, 'SELECT pg_reload_conf()');
  }
}
