import { and, asc, desc, eq, inArray, lt, ne } from 'drizzle-orm';
import { minuteMs } from '../../../protocol/durations.ts';
import { sessionLifeMs, sessionsPerUser } from '../../../protocol/limits.ts';
import type { Session } from '../../../protocol/entities/profile.ts';
import type { Clock } from '../../core/clock/clock.ts';
import type { SessionGate, SessionHolder, SessionUse } from '../../core/session-gate.ts';
import { Refusal } from '../../core/failures/refusal.ts';
import type { Database, Transaction } from '../../core/store/database.ts';
import { storeFailure } from '../../core/failures/store-failures.ts';
import { deviceName } from './device.ts';
import { newSecret, secretHash } from '../attempts/secret-hash.ts';
import { sessions, users } from './tables.ts';

/** A use is written down at most this often: sliding by a minute in thirty days costs nobody anything. */
const touchEveryMs = minuteMs;
/** How long a looked-up session is taken for granted; sessions ended by this process are forgotten at once. */
const rememberedMs = 5_000;
const rememberedMax = 20_000;
/** While the store is away, who was looked up this recently may go on reading; for writing the store is always asked. */
const readableWhileAwayMs = 120_000;

/** How the holder of a session proved to be the owner. */
export type ProofKind = NonNullable<(typeof sessions.$inferSelect)['provenBy']>;

/** A session that was just opened. */
export interface OpenedSession {
  /** Told to the user once and kept nowhere. */
  readonly token: string;
  readonly sessionId: bigint;
}

/** A transaction's opened session and the older ones that gave way to it. */
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
  /** Goes up whenever something ends, so that a look-up that began before is not remembered after. */
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
      // What ended meanwhile has been forgotten here as well.
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
      })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(eq(sessions.tokenHash, tokenHash));
    this.#remembered.delete(tokenHash);
    // Whoever holds a session of a closed account is told why when they log in again.
    if (row === undefined || row.disabled || row.usedAt + sessionLifeMs <= now) return null;
    if (row.usedAt + touchEveryMs <= now) {
      await this.#database.drizzle.update(sessions).set({ usedAt: now }).where(eq(sessions.id, row.id));
    }
    const holder = {
      userId: row.userId,
      sessionId: row.id,
      verified: row.verification === 'verified',
      merchant: row.merchant,
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
   * Opens a session within the transaction; the oldest give way past the most a user may hold. Pass the
   * result to `announceEnded` once the transaction is committed.
   *
   * @param provenBy what its holder proved just now to be the owner
   * @throws Refusal `accountDisabled`
   */
  async open(tx: Transaction, userId: bigint, userAgent: string, provenBy: ProofKind | null = null): Promise<Opening> {
    // Sessions opened at once by one user are opened one after the other, so that none is overlooked.
    const [user] = await tx.drizzle
      .select({ disabled: users.disabled })
      .from(users)
      .where(eq(users.id, userId))
      .for('no key update');
    // Disabled between the check of the password and here: looked at under the lock, so that no session outlives it.
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

  /** Ends the sessions nobody used for their whole life. */
  async endUnused(): Promise<void> {
    const ended = await this.#database.drizzle
      .delete(sessions)
      .where(lt(sessions.usedAt, this.#clock() - sessionLifeMs))
      .returning({ id: sessions.id });
    this.announceEnded(ended.map(({ id }) => id));
  }

  /** A user's sessions, the one that asks first, then by last use. */
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

  /** Forgets what was remembered of everybody: a user's standing changed. */
  forget(): void {
    this.#endings += 1;
    this.#remembered.clear();
  }

  /** Tells the edges about sessions that ended, after the transaction that ended them. */
  announceEnded(ended: readonly bigint[]): void {
    if (ended.length === 0) return;
    this.forget();
    for (const id of ended) for (const listener of this.#listeners) listener(id);
  }

  /** Calls back with each session that ends before it expires; returns how to stop. */
  onRevoked(listener: (sessionId: bigint) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
