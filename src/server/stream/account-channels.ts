import { codes, type CodeName } from '#protocol/core/codes.ts';
import { QueueRefusal } from '../core/pacing/fair-queue.ts';
import { storeFailure } from '../core/failures/store-failures.ts';
import { AccountChannel } from './account-channel.ts';
import type { Fragment } from './batch.ts';
import type { Connection } from './connection.ts';
import type { StreamReads } from './stream-reads.ts';
import { streamCosts, type StreamLimits, type StreamLog } from './stream-limits.ts';
import type { AccountSource } from '../core/topics/account-source.ts';

/** Retry delay of a snapshot while the store is unavailable; plus up to as much jitter. */
const readAgainMs = 500;
/**
 * After an outage of the store or a commit in doubt, snapshots are read in batches: users per batch, and the time
 * between two.
 */
const restartedAtOnce = 20;
const restartEveryMs = 50;

interface AccountChannelsDeps {
  readonly accountSource: AccountSource;
  readonly limits: StreamLimits;
  readonly log: StreamLog;
  readonly reads: StreamReads;
  /** Called when a channel has something to send. */
  readonly mark: (channel: AccountChannel) => void;
}

/**
 * The private topics of all connected users, one channel per user. However often a user's connections request it, one
 * snapshot is read at a time, and the next one when the user's budget allows it: it is delayed, not refused.
 */
export class AccountChannels {
  readonly #deps: AccountChannelsDeps;
  readonly #channels = new Map<bigint, AccountChannel>();
  /** The channel that each connection holds. */
  readonly #held = new WeakMap<Connection, AccountChannel>();
  /** Snapshots that wait for their user's budget. */
  readonly #paced = new Map<AccountChannel, NodeJS.Timeout>();
  #restarting: NodeJS.Timeout | null = null;

  constructor(deps: AccountChannelsDeps) {
    this.#deps = deps;
  }

  /** Subscribes a connection; the name of the refusal when it may not, else null. */
  open(connection: Connection): CodeName | null {
    if (connection.session === null) return 'unauthorized';
    if (this.#held.has(connection)) return null;
    const { userId } = connection.session;
    let channel = this.#channels.get(userId);
    if (channel === undefined) {
      const { accountSource, mark, limits } = this.#deps;
      channel = new AccountChannel(accountSource, userId, mark, limits.deltasKeptMaxBytes);
      this.#channels.set(userId, channel);
    }
    this.#held.set(connection, channel);
    this.#await(connection, channel);
    return null;
  }

  /** Sends the account again from a snapshot. False when the connection does not hold it. */
  resync(connection: Connection): boolean {
    const channel = this.#held.get(connection);
    if (channel === undefined) return false;
    this.#await(connection, channel);
    return true;
  }

  /** Unsubscribes a connection. */
  leave(connection: Connection): void {
    const channel = this.#held.get(connection);
    if (channel === undefined) return;
    this.#held.delete(connection);
    channel.remove(connection);
    if (channel.subscriberCount > 0) return;
    this.#channels.delete(channel.userId);
    clearTimeout(this.#paced.get(channel));
    this.#paced.delete(channel);
    channel.close();
  }

  publish(channel: AccountChannel, deliver: (connection: Connection, fragment: Fragment) => void): void {
    if (channel.hasGap()) {
      channel.postpone();
      channel.restart();
      this.#schedule(channel);
    }
    const charge = (connection: Connection, bytes: number) => this.#deps.reads.chargeBytes(connection, bytes);
    if (!channel.publish(deliver, charge)) this.#refuse(channel, 'busyRetry');
  }

  /** Resends every account from a snapshot: commits around an outage of the store may not have been published. */
  restart(): void {
    if (this.#restarting !== null) clearInterval(this.#restarting);
    const users = [...this.#channels.keys()];
    const next = () => {
      for (const userId of users.splice(0, restartedAtOnce)) {
        const channel = this.#channels.get(userId);
        channel?.restart();
        if (channel !== undefined) this.#schedule(channel);
      }
      if (users.length > 0 || this.#restarting === null) return;
      clearInterval(this.#restarting);
      this.#restarting = null;
    };
    this.#restarting = setInterval(next, restartEveryMs);
    next();
  }

  close(): void {
    if (this.#restarting !== null) clearInterval(this.#restarting);
    for (const timer of this.#paced.values()) clearTimeout(timer);
    this.#paced.clear();
    for (const channel of this.#channels.values()) channel.close();
    this.#channels.clear();
  }

  #await(connection: Connection, channel: AccountChannel): void {
    channel.add(connection);
    this.#schedule(channel);
  }

  /** @param leastMs minimum delay */
  #schedule(channel: AccountChannel, leastMs = 0): void {
    if (!channel.needsSnapshot || this.#paced.has(channel)) return;
    const waitMs = Math.max(leastMs, this.#deps.reads.userWaitMs(channel.userId));
    if (waitMs === 0) {
      void this.#read(channel);
      return;
    }
    const timer = setTimeout(() => {
      this.#paced.delete(channel);
      if (channel.needsSnapshot) void this.#read(channel);
    }, waitMs);
    this.#paced.set(channel, timer);
  }

  async #read(channel: AccountChannel): Promise<void> {
    const { reads, log, mark } = this.#deps;
    channel.expectSnapshot();
    try {
      await reads.ofUser(channel.userId, streamCosts.accountSnapshot, () => channel.read());
      if (this.#isOpen(channel)) mark(channel);
    } catch (error) {
      if (storeFailure(error) !== null) {
        log.warn({ err: error }, 'the account topic waits for the store');
        channel.postpone();
        if (this.#isOpen(channel)) this.#schedule(channel, readAgainMs * (1 + Math.random()));
        return;
      }
      if (!(error instanceof QueueRefusal)) log.error({ err: error }, 'the account topic could not be read');
      this.#refuse(channel, error instanceof QueueRefusal ? 'busyRetry' : 'serverError');
    }
  }

  #isOpen(channel: AccountChannel): boolean {
    return this.#channels.get(channel.userId) === channel;
  }

  /** Connections waiting for a failed snapshot are notified, and may retry. */
  #refuse(channel: AccountChannel, codeName: 'busyRetry' | 'serverError'): void {
    for (const connection of channel.giveUp()) {
      this.leave(connection);
      connection.say({ op: 'refused', topic: 'account', code: codes[codeName] });
    }
    if (channel.subscriberCount === 0 && this.#isOpen(channel)) {
      this.#channels.delete(channel.userId);
      channel.close();
    }
  }
}
