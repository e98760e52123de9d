import { and, asc, desc, eq, inArray, lt, ne, sql } from 'drizzle-orm';
import { minuteMs } from '#protocol/core/durations.ts';
import { sessionLifeMs, sessionsPerUser } from '#protocol/core/limits.ts';
import type { Session } from '#protocol/accounts/entities/profile.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import type { SessionGate, SessionHolder, SessionUse } from '#server/core/session-gate.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Database, Transaction } from '#server/core/store/database.ts';
import { storeFailure } from '#server/core/failures/store-failures.ts';
import { countriesOfAccount } from './account-countries.ts';
import { deviceName } from './device.ts';
import { newSecret, secretHash } from '../rate-limits/secret-hash.ts';
import { sessions, users } from './tables.ts';

/** A use is recorded at most this often: a minute of thirty days is negligible. */
const touchEveryMs = minuteMs;
/** Cache lifetime of a session; sessions ended by this process are evicted at once. */
const rememberedMs = 5_000;
const rememberedMax = 20_000;
/** While the store is unavailable, sessions looked up this recently may still read; writes always query the store. */
const readableWhileAwayMs = 120_000;

/** How the holder of a session proved to be the owner. */
export type ProofKind = NonNullable<(typeof sessions.$inferSelect)['provenBy']>;

/** A session that was just opened. */
export interface OpenedSession {
  /** Given to the user once and not stored. */
  readonly token: string;
  readonly sessionId: bigint;
}

/** A transaction's new session and the older ones it ended. */
export interface Opening extends OpenedSession {
  readonly ended: readonly bigint[];
}

interface Remembered {
  readonly holder: SessionHolder;
  readonly untilMs: number;
}

/** The sessions of all users: opening, looking up, ending. */
export class Sessions implements SessionGate {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #remembered = new Map<string, Remembered>();
  readonly #listeners = new Set<(sessionId: bigint) => void>();
  /** Incremented whenever a session ends, so that an earlier look-up is not cached afterwards. */
  #endings = 0;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async lookUp(token: string, use: SessionUse = 'write'): Promise<SessionHolder | null> {
    const tokenHash = secretHash(token);
    const now = this.#clock();
    const known = this.#remembered.get(tokenHash);
    if (known !== undefined && known.untilMs > now) return known.holder;
    try {
      return (await this.#read(tokenHash, now))?.holder ?? null;
    } catch (error) {
      // Sessions that ended meanwhile were evicted here as well.
      const still = this.#remembered.get(tokenHash);
      const isReadable =
        use === 'read' && still !== undefined && still.untilMs - rememberedMs + readableWhileAwayMs > now;
      if (isReadable && storeFailure(error) !== null) return still.holder;
      throw error;
    }
  }

  async #read(tokenHash: string, now: number): Promise<Remembered | null> {
    const endingsBefore = this.#endings;
    const [row] = await this.#database.drizzle
      .select({
        id: sessions.id,
        usedAt: sessions.usedAt,
        userId: users.id,
        verification: users.verification,
        merchant: users.merchant,
        disabled: users.disabled,
        phone: users.phone,
        // Of the one row that is not refused, by its index; real-name authentication builds on accounts, not they on it.
        document: sql<
          string | null
        >`(SELECT country FROM verifications WHERE owner = ${users.id} AND state = 'verified')`,
      })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(eq(sessions.tokenHash, tokenHash));
    this.#remembered.delete(tokenHash);
    // Holders of sessions of a closed account get the reason when they log in again.
    if (row === undefined || row.disabled || row.usedAt + sessionLifeMs <= now) return null;
    if (row.usedAt + touchEveryMs <= now) {
      await this.#database.drizzle.update(sessions).set({ usedAt: now }).where(eq(sessions.id, row.id));
    }
    const holder = {
      userId: row.userId,
      sessionId: row.id,
      verified: row.verification === 'verified',
      merchant: row.merchant,
      countries: countriesOfAccount(row.document, row.phone),
    };
    const found = { holder, untilMs: now + rememberedMs };
    if (this.#endings === endingsBefore) this.#remember(tokenHash, found);
    return found;
  }

  #remember(tokenHash: string, found: Remembered): void {
    if (this.#remembered.size >= rememberedMax) {
      const [oldest] = this.#remembered.keys();
      if (oldest !== undefined) this.#remembered.delete(oldest);
    }
    this.#remembered.set(tokenHash, found);
  }

  /**
   * Opens a session within the transaction; beyond the limit per user the oldest are ended. Pass the result to
   * `announceEnded` once the transaction is committed.
   *
   * @param provenBy how its holder just proved to be the owner
   * @throws Refusal `accountDisabled`
   */
  async open(tx: Transaction, userId: bigint, userAgent: string, provenBy: ProofKind | null = null): Promise<Opening> {
    // Concurrent sessions of one user are opened serially, so that none is missed.
    const [user] = await tx.drizzle
      .select({ disabled: users.disabled })
      .from(users)
      .where(eq(users.id, userId))
      .for('no key update');
    // It may have been disabled since the password check: checked under the lock, so that no session outlives it.
    if (user?.disabled === true) throw new Refusal('accountDisabled');
    const token = newSecret();
    const now = this.#clock();
    const [row] = await tx.drizzle
      .insert(sessions)
      .values({
        userId,
        tokenHash: secretHash(token),
        device: deviceName(userAgent),
        createdAt: now,
        usedAt: now,
        provenAt: provenBy === null ? null : now,
        provenBy,
      })
      .returning({ id: sessions.id });
    if (row === undefined) throw new Error('a session was not written');
    const surplus = tx.drizzle
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.userId, userId), ne(sessions.id, row.id)))
      .orderBy(desc(sessions.usedAt), desc(sessions.id))
      .offset(sessionsPerUser - 1);
    const ended = await tx.drizzle.delete(sessions).where(inArray(sessions.id, surplus)).returning({ id: sessions.id });
    return { token, sessionId: row.id, ended: ended.map(({ id }) => id) };
  }

  /**
   * Ends one session of a user.
   *
   * @returns whether there was one
   */
  async end(userId: bigint, sessionId: bigint): Promise<boolean> {
    const ended = await this.#database.drizzle
      .delete(sessions)
      .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
      .returning({ id: sessions.id });
    this.announceEnded(ended.map(({ id }) => id));
    return ended.length > 0;
  }

  /** Ends all sessions of a user within the transaction; pass the result to `announceEnded` after its commit. */
  async endAll(tx: Transaction, userId: bigint): Promise<readonly bigint[]> {
    const ended = await tx.drizzle.delete(sessions).where(eq(sessions.userId, userId)).returning({ id: sessions.id });
    return ended.map(({ id }) => id);
  }

  /** Ends a user's sessions but the one they keep; pass the result to `announceEnded` after the commit. */
  async endOthers(tx: Transaction, userId: bigint, keptId: bigint): Promise<readonly bigint[]> {
    const isOther = and(eq(sessions.userId, userId), ne(sessions.id, keptId));
    const ended = await tx.drizzle.delete(sessions).where(isOther).returning({ id: sessions.id });
    return ended.map(({ id }) => id);
  }

  /** Ends expired sessions. */
  async endUnused(): Promise<void> {
    const ended = await this.#database.drizzle
      .delete(sessions)
      .where(lt(sessions.usedAt, this.#clock() - sessionLifeMs))
      .returning({ id: sessions.id });
    this.announceEnded(ended.map(({ id }) => id));
  }

  /** A user's sessions, the calling one first, then by last use. */
  async list(userId: bigint, currentId: bigint): Promise<Session[]> {
    const rows = await this.#database.drizzle
      .select()
      .from(sessions)
      .where(eq(sessions.userId, userId))
      .orderBy(desc(sessions.usedAt), asc(sessions.id));
    const now = this.#clock();
    return rows
      .filter((row) => row.usedAt + sessionLifeMs > now)
      .map((row) => ({
        id: row.id.toString(),
        device: row.device,
        createdAt: row.createdAt,
        usedAt: row.usedAt,
        current: row.id === currentId,
      }))
      .toSorted((a, b) => Number(b.current) - Number(a.current));
  }

  /** Clears the cache after a user's state changed. */
  forget(): void {
    this.#endings += 1;
    this.#remembered.clear();
  }

  /** Notifies the edges of ended sessions, after the transaction that ended them. */
  announceEnded(ended: readonly bigint[]): void {
    if (ended.length === 0) return;
    this.forget();
    for (const id of ended) for (const listener of this.#listeners) listener(id);
  }

  /** Calls back with each session that ends before it expires; returns an unsubscribe function. */
  onRevoked(listener: (sessionId: bigint) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
