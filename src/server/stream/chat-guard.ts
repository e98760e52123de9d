import type { Topic } from '#protocol/core/stream/channels.ts';
import { codes } from '#protocol/core/codes.ts';
import { topicsPerConnection } from '#protocol/core/limits.ts';
import { Refusal } from '../core/failures/refusal.ts';
import { storeFailure } from '../core/failures/store-failures.ts';
import type { ChannelsBoard } from './channels-board.ts';
import type { Connection } from './connection.ts';
import { QueueRefusal } from '../core/pacing/fair-queue.ts';
import { streamCosts, type StreamLog } from './stream-limits.ts';
import type { StreamReads } from './stream-reads.ts';
import type { GuardedTopics } from '../core/topics/topic-source.ts';

/** Most concurrent actions of one connection; the app sends one at a time. */
const actingMax = 8;

/** Controls access to the chat groups, and forwards chat actions. */
export class ChatGuard {
  readonly #topics: GuardedTopics | null;
  readonly #board: ChannelsBoard;
  readonly #connections: ReadonlySet<Connection>;
  readonly #reads: StreamReads;
  readonly #log: StreamLog;
  readonly close: () => void;
  /** Incremented whenever read access may have changed. */
  #changes = 0;

  constructor(
    topics: GuardedTopics | null,
    board: ChannelsBoard,
    connections: ReadonlySet<Connection>,
    reads: StreamReads,
    log: StreamLog,
  ) {
    this.#topics = topics;
    this.#board = board;
    this.#connections = connections;
    this.#reads = reads;
    this.#log = log;
    this.close = topics?.onChange((userId, topic) => this.#review(userId, topic)) ?? (() => undefined);
  }

  /** Subscribes users with access; for others the topic does not exist. */
  async subscribe(connection: Connection, topic: Topic): Promise<void> {
    const { session, authCount } = connection;
    if (session === null) {
      connection.say({ op: 'refused', topic, code: codes.unauthorized });
      return;
    }
    if (this.#topics === null) {
      connection.say({ op: 'refused', topic, code: codes.notYetOpen });
      return;
    }
    if (connection.topics.has(topic) || connection.privateWanted.has(topic)) return;
    // An immediate unsubscribe still counts as a look-up.
    if (connection.lookUps >= topicsPerConnection || !this.#reads.mayAsk(connection)) {
      connection.say({ op: 'refused', topic, code: codes.busyRetry });
      return;
    }
    connection.privateWanted.add(topic);
    connection.lookUps += 1;
    try {
      const isLetIn = await this.#mayHoldNow(this.#topics, session.userId, topic);
      // Unsubscribed, signed in as another user, or closed meanwhile.
      if (authCount !== connection.authCount || !this.#connections.has(connection)) return;
      if (!connection.privateWanted.delete(topic)) return;
      const refusal = isLetIn ? this.#board.subscribe(connection, topic) : 'notFound';
      if (refusal !== null) connection.say({ op: 'refused', topic, code: codes[refusal] });
    } catch (error) {
      // Nothing is written here, so the client may simply retry.
      const isBusy = error instanceof QueueRefusal || storeFailure(error) !== null;
      if (!isBusy) this.#log.error({ err: error }, 'a group of the chat could not be looked up');
      if (authCount !== connection.authCount || !connection.privateWanted.delete(topic)) return;
      connection.say({ op: 'refused', topic, code: isBusy ? codes.busyRetry : codes.serverError });
    } finally {
      connection.lookUps -= 1;
    }
  }

  /** The re-check after a change skips pending look-ups, so an answer from before the change is looked up again. */
  async #mayHoldNow(topics: GuardedTopics, userId: bigint, topic: Topic): Promise<boolean> {
    for (;;) {
      const changes = this.#changes;
      const isLetIn = await this.#reads.ofUser(userId, streamCosts.lookUp, () => topics.mayHold(userId, topic));
      if (!isLetIn || changes === this.#changes) return isLetIn;
    }
  }

  /** Executes a user's action and answers when it is durable. */
  async act(connection: Connection, id: string, act: unknown): Promise<void> {
    const { session } = connection;
    const refuse = (code: (typeof codes)[keyof typeof codes]) => connection.say({ op: 'chat', id, code, data: null });
    if (session === null) return refuse(codes.unauthorized);
    if (this.#topics === null) return refuse(codes.notYetOpen);
    if (connection.acting >= actingMax || !this.#reads.mayAsk(connection)) return refuse(codes.busyRetry);
    connection.acting += 1;
    const { userId } = session;
    const topics = this.#topics;
    try {
      const data = await this.#reads.ofUser(userId, streamCosts.chatAct, () => topics.act(userId, id, act));
      connection.say({ op: 'chat', id, code: codes.success, data });
    } catch (error) {
      if (error instanceof Refusal) {
        connection.say({ op: 'chat', id, code: error.code, data: error.data });
        return;
      }
      if (error instanceof QueueRefusal || storeFailure(error) === 'busy') return refuse(codes.busyRetry);
      this.#log.error({ err: error }, 'a chat action failed');
      refuse(codes.serverError);
    } finally {
      connection.acting -= 1;
    }
  }

  /** Re-checks users whose access may have ended. */
  #review(userId: bigint | null, topic: Topic | null): void {
    this.#changes += 1;
    for (const connection of this.#connections) {
      if (userId !== null && connection.session?.userId !== userId) continue;
      for (const held of connection.topics) {
        if (held.startsWith('chat:') && (topic === null || held === topic)) void this.#reviewOne(connection, held);
      }
    }
  }

  async #reviewOne(connection: Connection, topic: Topic): Promise<void> {
    const userId = connection.session?.userId;
    let mayStay = false;
    try {
      mayStay = userId !== undefined && (await this.#topics?.mayHold(userId, topic)) === true;
    } catch (error) {
      // If the store does not answer, the user is unsubscribed and may subscribe again.
      this.#log.error({ err: error }, 'a group of the chat could not be looked up');
    }
    if (mayStay || connection.session?.userId !== userId || !connection.topics.has(topic)) return;
    this.#board.unsubscribe(connection, topic);
    connection.say({ op: 'refused', topic, code: codes.notFound });
  }
}
