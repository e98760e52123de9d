import { and, eq, ne } from 'drizzle-orm';
import type { BindingRequest, PushChoice } from '../../contract/entities/binding.ts';
import type { Notice } from '../../contract/entities/content.ts';
import type { Clock } from '../clock.ts';
import type { Caller } from '../http/handler.ts';
import { Refusal } from '../refusal.ts';
import { writeNotices } from '../notices/write-notice.ts';
import type { Database, Transaction } from '../store/database.ts';
import { isPushService, type PushKeys } from './push-service.ts';
import { pushSubscriptions } from './tables.ts';

/** Messages to this device as `POST bindAccount` switches them. */
export interface PushBinding {
  /** Whether a request adds this device or takes it off, and not only changes what it is told. */
  isGuarded(caller: Caller, wish: BindingRequest): Promise<boolean>;
  /** What is switched on for the session that asks, and the key to subscribe with; null when there are no messages. */
  read(caller: Caller): Promise<PushChoice>;
  /**
   * Switches messages on for this session, or changes what is wanted.
   *
   * @throws Refusal `operationFailed` when messages are not configured, or for an address of no known push service
   */
  bind(caller: Caller, wish: Extract<BindingRequest, { kind: 'push' }>): Promise<PushChoice>;
  /** Switches them off for this session. */
  remove(caller: Caller): Promise<PushChoice>;
}

/** What messages to devices are made of. */
export interface PushMeans {
  readonly database: Database;
  readonly clock: Clock;
  /** Null: not configured. */
  readonly keys: PushKeys | null;
  /** Hosts of push services, `*.` for all below one. */
  readonly services: readonly string[];
}

export function createPushBinding({ database, clock, keys, services }: PushMeans): PushBinding {
  const off: PushChoice = { key: keys?.publicKey ?? null, kinds: [], amounts: false };
  async function endpointOf({ drizzle }: Pick<Transaction, 'drizzle'>, sessionId: bigint): Promise<string | null> {
    const [row] = await drizzle
      .select({ endpoint: pushSubscriptions.endpoint })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.session, sessionId));
    return row?.endpoint ?? null;
  }

  /** What is sent to a device is seen by who holds it, so its owner is told when one is added or taken off. */
  const tell = (tx: Transaction, owner: bigint, articleKey: string) =>
    writeNotices(tx, [{ owner, kind: 'account', articleKey, facts: {}, at: clock() }]);

  return {
    async isGuarded({ sessionId }, wish) {
      if (wish.kind === 'push') return (await endpointOf(database, sessionId)) !== wish.endpoint;
      return wish.kind === 'push-remove' && (await endpointOf(database, sessionId)) !== null;
    },
    async read({ sessionId }) {
      const [row] = await database.drizzle
        .select()
        .from(pushSubscriptions)
        .where(eq(pushSubscriptions.session, sessionId));
      if (row === undefined) return off;
      return { ...off, kinds: row.kinds as Notice['kind'][], amounts: row.amounts };
    },
    async bind({ userId, sessionId }, { endpoint, p256dh, auth, kinds, amounts, language }) {
      if (keys === null || !isPushService(endpoint, services)) throw new Refusal('operationFailed');
      const wanted = [...new Set(kinds)];
      const row = { owner: userId, endpoint, p256dh, auth, kinds: wanted, amounts, language, at: clock() };
      await database.transaction(async (tx) => {
        // The browser is the same, whoever was signed in before.
        const isOther = and(eq(pushSubscriptions.endpoint, endpoint), ne(pushSubscriptions.session, sessionId));
        await tx.drizzle.delete(pushSubscriptions).where(isOther);
        const isNew = (await endpointOf(tx, sessionId)) !== endpoint;
        await tx.drizzle
          .insert(pushSubscriptions)
          .values({ session: sessionId, ...row })
          .onConflictDoUpdate({ target: pushSubscriptions.session, set: row });
        if (isNew) await tell(tx, userId, 'notice/device-on');
      });
      return { ...off, kinds: wanted, amounts };
    },
    async remove({ userId, sessionId }) {
      await database.transaction(async (tx) => {
        const removed = await tx.drizzle.delete(pushSubscriptions).where(eq(pushSubscriptions.session, sessionId));
        if (removed.rowCount === 1) await tell(tx, userId, 'notice/device-off');
      });
      return off;
    },
  };
}
