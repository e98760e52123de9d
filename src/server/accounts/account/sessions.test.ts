import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#server/core/store/open.ts';
import { StoreUnavailable } from '#server/core/failures/store-unavailable.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { Sessions } from './sessions.ts';
import { users } from './tables.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test('while the store is unavailable, recently cached sessions may read, and none may write', async () => {
  let isAway = false;
  const store = openDatabase(database.connection, {
    gate: { isOpen: () => !isAway, admit: async () => undefined },
  });
  let now = 1_000_000;
  const sessions = new Sessions(store, () => now);
  const [user] = await store.drizzle
    .insert(users)
    .values({ email: 'ada@example.com', passwordHash: '-', invitationCode: 'AAAAAAAA', language: 'en', createdAt: 0 })
    .returning({ id: users.id });
  const userId = user?.id ?? 0n;
  const open = async () => (await store.transaction((tx) => sessions.open(tx, userId, 'test'))).token;
  const [seen, other, ended] = [
    await open(),
    await open(),
    await store.transaction((tx) => sessions.open(tx, userId, '')),
  ];
  expect((await sessions.lookUp(seen))?.userId).toBe(userId);
  await sessions.lookUp(ended.token);
  await sessions.end(userId, ended.sessionId);
  await sessions.lookUp(seen);

  isAway = true;
  now += 6_000;
  expect((await sessions.lookUp(seen, 'read'))?.userId).toBe(userId);
  await expect(sessions.lookUp(seen)).rejects.toMatchObject({ cause: expect.any(StoreUnavailable) });
  await expect(sessions.lookUp(seen, 'write')).rejects.toMatchObject({ cause: expect.any(StoreUnavailable) });
  await expect(sessions.lookUp(other, 'read')).rejects.toMatchObject({ cause: expect.any(StoreUnavailable) });
  await expect(sessions.lookUp(ended.token, 'read')).rejects.toThrow();
  now += 115_000;
  await expect(sessions.lookUp(seen, 'read')).rejects.toThrow();

  isAway = false;
  expect((await sessions.lookUp(seen))?.userId).toBe(userId);
  expect(await sessions.lookUp(ended.token, 'read')).toBeNull();
  await store.close();
});
