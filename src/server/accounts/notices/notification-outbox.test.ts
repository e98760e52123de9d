import { expect, it } from 'vitest';
import { startPostgresProxy } from '../../../../tests/faults/proxy/postgres-proxy.ts';
import { openDatabase } from '#server/core/store/open.ts';
import { OutcomeUnknown } from '#server/core/failures/outcome-unknown.ts';
import { testDatabase } from '#server/core/store/testing.ts';
import { deliverNotices } from './notification-outbox.ts';
import { writeNotices } from './write-notice.ts';

it('notifies users also when the commit that marks notices as published was not acknowledged', async () => {
  const direct = await testDatabase();
  const { host, port } = direct.connection as { host: string; port: number };
  const proxy = await startPostgresProxy({ host, port });
  const database = openDatabase({ ...direct.connection, host: proxy.host, port: proxy.port }, { poolMax: 2 });
  const owners: (bigint | null)[] = [];
  const handed: bigint[] = [];
  const known = { changed: (owner: bigint | null) => void owners.push(owner) };
  const step = async (_tx: unknown, published: readonly { id: bigint }[]) =>
    void handed.push(...published.map(({ id }) => id));
  try {
    const notice = { owner: 100_001n, kind: 'account', articleKey: 'notice/new-login', facts: {}, at: 1 } as const;
    await direct.pool.query(
      "INSERT INTO articles (key, kind, tag, published_at, position) VALUES ('notice/new-login', 'notice', '', 0, 0)",
    );
    await direct.transaction((tx) => writeNotices(tx, [notice]));
    for (const at of ['commit', 'committed'] as const) {
      proxy.arm({ at, action: 'cut', match: 'notice_outbox' });
      await expect(deliverNotices(database, known, step)).rejects.toBeInstanceOf(OutcomeUnknown);
    }
    // The second time it was durable: nothing is left to publish, and the user was notified.
    expect(owners).toEqual([100_001n, 100_001n]);
    expect(await deliverNotices(database, known, step)).toBe(false);
    expect(owners).toHaveLength(2);
    expect(handed).toHaveLength(2);
  } finally {
    await database.close();
    await proxy.close();
    await direct.close();
  }
});
