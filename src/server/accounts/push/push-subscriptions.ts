import type { PushBinding } from '../security/push-binding.ts';
import { and, eq, ne } from 'drizzle-orm';
import type { PushChoice } from '#protocol/accounts/entities/binding.ts';
import type { Notice } from '#protocol/content/entities.ts';
import type { CoreDeps } from '#server/core/areas/core-deps.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { writeNotices } from '../notices/write-notice.ts';
import type { Transaction } from '#server/core/store/database.ts';
import type { PushKeys } from '#server/core/config/push-keys.ts';
import { isDeviceKey, isPushService } from './push-service.ts';
import { pushSubscriptions } from './tables.ts';

export interface PushDeps extends Pick<CoreDeps, 'database' | 'clock'> {
  /** Null: not configured. */
  readonly keys: PushKeys | null;
  /** Hosts of push services, `*.` for all below one. */
  readonly services: readonly string[];
}

export function createPushBinding({ database, clock, keys, services }: PushDeps): PushBinding {
  const off: PushChoice = { key: keys?.publicKey ?? null, kinds: [], amounts: false };
  async function endpointOf({ drizzle }: Pick<Transaction, 'drizzle'>, sessionId: bigint): Promise<string | null> {
    const [row] = await drizzle
      .select({ endpoint: pushSubscriptions.endpoint })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.session, sessionId));
    return row?.endpoint ?? null;
  }

  /** Whoever holds a device sees its messages, so the user is notified when one is added or removed. */
  const notify = (tx: Transaction, owner: bigint, articleKey: string) =>
    writeNotices(tx, [{ owner, kind: 'account', articleKey, facts: {}, at: clock() }]);

  return {
    async isGuarded({ sessionId }, input) {
      if (input.kind === 'push') return (await endpointOf(database, sessionId)) !== input.endpoint;
      return input.kind === 'push-remove' && (await endpointOf(database, sessionId)) !== null;
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
      if (keys === null || !isPushService(endpoint, services) || !isDeviceKey(p256dh))
        throw new Refusal('operationFailed');
      const wanted = [...new Set(kinds)];
      const row = { owner: userId, endpoint, p256dh, auth, kinds: wanted, amounts, language, at: clock() };
      await database.transaction(async (tx) => {
        // The same browser, even if another user was logged in before.
        const isOther = and(eq(pushSubscriptions.endpoint, endpoint), ne(pushSubscriptions.session, sessionId));
        await tx.drizzle.delete(pushSubscriptions).where(isOther);
        const isNew = (await endpointOf(tx, sessionId)) !== endpoint;
        await tx.drizzle
          .insert(pushSubscriptions)
          .values({ session: sessionId, ...row })
          .onConflictDoUpdate({ target: pushSubscriptions.session, set: row });
        if (isNew) await notify(tx, userId, 'notice/device-on');
      });
      return { ...off, kinds: wanted, amounts };
    },
    async remove({ userId, sessionId }) {
      await database.transaction(async (tx) => {
        const removed = await tx.drizzle.delete(pushSubscriptions).where(eq(pushSubscriptions.session, sessionId));
        if (removed.rowCount === 1) await notify(tx, userId, 'notice/device-off');
      });
      return off;
    },
  };
}
