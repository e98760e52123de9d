import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientFrame, Topic } from '#protocol/core/stream/channels.ts';
import { QueueRefusal } from '../core/pacing/fair-queue.ts';
import type { UsageElsewhere } from '../core/pacing/usage-elsewhere.ts';
import { storeFailure } from '../core/failures/store-failures.ts';
import type { ChannelsBoard } from './channels-board.ts';
import type { Connection } from './connection.ts';
import { closeCodes, streamCosts, type StreamLimits, type StreamLog } from './stream-limits.ts';
import type { StreamReads } from './stream-reads.ts';
import type { SessionSource, StreamSession } from '../core/topics/account-source.ts';

/** Retry delay of a token look-up while the store is unavailable; plus up to as much jitter. */
const lookUpAgainMs = 1_000;

/** Sessions that are looked up again at once. */
const recheckedAtOnce = 8;

type AuthFrame = Extract<ClientFrame, { op: 'auth' }>;

interface SignInsDeps {
  readonly sessions: SessionSource;
  readonly usage: UsageElsewhere;
  readonly board: ChannelsBoard;
  readonly reads: StreamReads;
  readonly limits: StreamLimits;
  readonly log: StreamLog;
  /** All connections that are open. */
  readonly connections: ReadonlySet<Connection>;
  readonly subscribe: (connection: Connection, topics: readonly Topic[]) => void;
}

/** Authenticates connections: looks tokens up, counts the connections of each user, ends revoked ones. */
export class SignIns {
  readonly #deps: SignInsDeps;
  readonly #ofUser = new Map<bigint, Set<Connection>>();
  /** One set per pending look-up: the sessions that ended meanwhile. */
  readonly #revokedMeanwhile = new Set<Set<bigint>>();
  readonly #unfollow: () => void;
  #rechecks = 0;
  #isClosed = false;

  constructor(deps: SignInsDeps) {
    this.#deps = deps;
    this.#unfollow = deps.sessions.onRevoked((sessionId) => this.#revoke(sessionId));
  }

  close(): void {
    this.#isClosed = true;
    this.#unfollow();
  }

  /**
   * Looks the token up; until the answer the connection is signed out, so nothing of a previous user is sent. A
   * connection has one look-up at a time; of tokens sent meanwhile the latest counts.
   */
  authenticate(connection: Connection, frame: AuthFrame): void {
    connection.authCount += 1;
    this.#deps.board.closePrivate(connection);
    this.forget(connection);
    connection.privateWanted.clear();
    connection.authPending = frame.token !== null;
    connection.latestAuth = frame;
    if (frame.token === null) this.#answer(connection, frame, null);
    else if (!connection.lookingUpToken) void this.#lookUpLatest(connection);
  }

  /** Signs the connection out: it is closed, or another user is about to sign in on it. */
  forget(connection: Connection): void {
    const { session } = connection;
    connection.session = null;
    if (session === null) return;
    this.#deps.usage.countUser(session.userId, -1);
    const ofUser = this.#ofUser.get(session.userId);
    ofUser?.delete(connection);
    if (ofUser?.size === 0) this.#ofUser.delete(session.userId);
  }

  /**
   * Looks up every signed-in connection again, a few at a time: sessions may have ended without notice. While the store is
   * unavailable, it waits for it.
   */
  async recheck(): Promise<void> {
    this.#rechecks += 1;
    const recheck = this.#rechecks;
    const waiting = [...this.#deps.connections].filter(({ session }) => session !== null);
    for (let some = waiting.splice(0, recheckedAtOnce); some.length > 0; some = waiting.splice(0, recheckedAtOnce)) {
      const looked = await Promise.all(some.map((connection) => this.#recheckOne(connection)));
      // A later one looks at all of them again.
      if (this.#isClosed || recheck !== this.#rechecks) return;
      if (looked.every((isKnown) => isKnown)) continue;
      waiting.push(...some);
      await sleep(lookUpAgainMs * (1 + Math.random()));
    }
  }

  /** False when it could not be looked up now. */
  async #recheckOne(connection: Connection): Promise<boolean> {
    const { session, latestAuth } = connection;
    const token = latestAuth?.token ?? null;
    if (session === null || token === null || !this.#deps.connections.has(connection)) return true;
    try {
      const found = await this.#deps.sessions.lookUp(token);
      if (found?.sessionId !== session.sessionId && connection.session === session) this.#revoke(session.sessionId);
      return true;
    } catch (error) {
      if (storeFailure(error) !== null) return false;
      this.#deps.log.error({ err: error }, 'a session could not be looked up');
      return true;
    }
  }

  async #lookUpLatest(connection: Connection): Promise<void> {
    connection.lookingUpToken = true;
    try {
      for (;;) {
        const frame = connection.latestAuth;
        if (frame === null || frame.token === null || !this.#deps.connections.has(connection)) return;
        const session = await this.#lookUp(connection, frame.token);
        if (session === undefined || !this.#deps.connections.has(connection)) return;
        if (frame !== connection.latestAuth) continue;
        this.#answer(connection, frame, session);
        return;
      }
    } finally {
      connection.lookingUpToken = false;
    }
  }

  /** The session of a token, or null when there is none; undefined when unknown and the connection ends. */
  async #lookUp(connection: Connection, token: string): Promise<StreamSession | null | undefined> {
    const { reads } = this.#deps;
    if (!reads.mayEnter(connection.address, streamCosts.lookUp)) {
      connection.turnAway('too many log-ins from one address');
      return undefined;
    }
    for (;;) {
      const found = await this.#lookUpOnce(connection, token);
      if (found !== 'later') return found;
      // The connection stays: public topics continue, and private ones wait for the store.
      await sleep(lookUpAgainMs * (1 + Math.random()));
      if (connection.latestAuth?.token !== token || !this.#deps.connections.has(connection)) return null;
    }
  }

  async #lookUpOnce(connection: Connection, token: string): Promise<StreamSession | null | undefined | 'later'> {
    const { reads, sessions, log } = this.#deps;
    // A session may end between its look-up and the answer.
    const revoked = new Set<bigint>();
    this.#revokedMeanwhile.add(revoked);
    try {
      const session = await reads.ofAddress(connection.address, () => sessions.lookUp(token));
      return session !== null && revoked.has(session.sessionId) ? null : session;
    } catch (error) {
      if (error instanceof QueueRefusal) {
        connection.turnAway('busy');
        return undefined;
      }
      if (storeFailure(error) !== null) return 'later';
      // A failure signs no user out: the client reconnects and retries.
      log.error({ err: error }, 'a session could not be looked up');
      connection.socket.close(closeCodes.internalError);
      return undefined;
    } finally {
      this.#revokedMeanwhile.delete(revoked);
    }
  }

  #answer(connection: Connection, { id }: AuthFrame, session: StreamSession | null): void {
    if (session !== null && !this.#enter(connection, session)) return;
    connection.authPending = false;
    connection.say({ op: 'auth', signedIn: session !== null, ...(id === undefined ? {} : { id }) });
    const wanted = [...connection.privateWanted];
    connection.privateWanted.clear();
    if (wanted.length > 0) this.#deps.subscribe(connection, wanted);
  }

  #enter(connection: Connection, session: StreamSession): boolean {
    const ofUser = this.#ofUser.get(session.userId) ?? new Set();
    const elsewhere = this.#deps.usage.connectionsOfUser(session.userId);
    if (ofUser.size + elsewhere >= this.#deps.limits.connectionsPerUser) {
      this.#deps.reads.chargeAddress(connection.address, streamCosts.turnedAway);
      connection.turnAway('too many connections of one account');
      return false;
    }
    connection.session = session;
    this.#deps.usage.countUser(session.userId, 1);
    this.#ofUser.set(session.userId, ofUser.add(connection));
    return true;
  }

  #revoke(sessionId: bigint): void {
    for (const revoked of this.#revokedMeanwhile) revoked.add(sessionId);
    for (const connection of this.#deps.connections) {
      if (connection.session?.sessionId !== sessionId) continue;
      this.#deps.board.closePrivate(connection);
      this.forget(connection);
      connection.authCount += 1;
      connection.say({ op: 'auth', signedIn: false });
    }
  }
}
