import type { Topic } from '../../protocol/stream/channels.ts';
import { codes } from '../../protocol/codes.ts';
import { topicsPerConnection } from '../../protocol/limits.ts';
import { Refusal } from '../core/failures/refusal.ts';
import { storeFailure } from '../core/failures/store-failures.ts';
import type { ChannelsBoard, StreamLog } from './channels-board.ts';
import type { Connection } from './connection.ts';
import { QueueRefusal } from '../core/pacing/fair-queue.ts';
import { streamCosts } from './stream-limits.ts';
import type { StreamReads } from './stream-reads.ts';
import type { GuardedTopics } from '../core/topics/topic-source.ts';

/** Acts of one connection that may be under way at once; the page sends one after the other. */
const actingMax = 8;

/** Lets users into the groups of the chat, shows them out again, and hands on what they do there. */
export class ChatGuard {
  readonly #topics: GuardedTopics | null;
  readonly #board: ChannelsBoard;
  readonly #connections: ReadonlySet<Connection>;
  readonly #reads: StreamReads;
  readonly #log: StreamLog;
  readonly close: () => void;
  /** Counts how often somebody's right to read may have changed. */
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

  /** Adds a group for who may read it; for everybody else there is no such topic. */
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
      // Unsubscribed, or somebody else, or gone meanwhile.
      if (authCount !== connection.authCount || !this.#connections.has(connection)) return;
      if (!connection.privateWanted.delete(topic)) return;
      const refusal = isLetIn ? this.#board.subscribe(connection, topic) : 'notFound';
      if (refusal !== null) connection.say({ op: 'refused', topic, code: codes[refusal] });
    } catch (error) {
      // Nothing is written here, so it may simply be asked again.
      const isBusy = error instanceof QueueRefusal || storeFailure(error) !== null;
      if (!isBusy) this.#log.error({ err: error }, 'a group of the chat could not be looked up');
      if (authCount !== connection.authCount || !connection.privateWanted.delete(topic)) return;
      connection.say({ op: 'refused', topic, code: isBusy ? codes.busyRetry : codes.serverError });
    } finally {
      connection.lookUps -= 1;
    }
  }

  /** The review of a change passes over who is not in yet, so an answer from before the change is asked for again. */
  async #mayHoldNow(topics: GuardedTopics, userId: bigint, topic: Topic): Promise<boolean> {
    for (;;) {
      const changes = this.#changes;
      const isLetIn = await this.#reads.ofUser(userId, streamCosts.lookUp, () => topics.mayHold(userId, topic));
      if (!isLetIn || changes === this.#changes) return isLetIn;
    }
  }

  /** Does what a user asks for and answers when it is durable. */
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
      this.#log.error({ err: error }, 'an act in the chat failed');
      refuse(codes.serverError);
    } finally {
      connection.acting -= 1;
    }
  }

  /** Looks again at those whose right to read may have ended. */
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
      // Nobody stays because the store does not answer; who may come back does.
      this.#log.error({ err: error }, 'a group of the chat could not be looked up');
    }
    if (mayStay || connection.session?.userId !== userId || !connection.topics.has(topic)) return;
    this.#board.unsubscribe(connection, topic);
    connection.say({ op: 'refused', topic, code: codes.notFound });
  }
}
