import { afterEach, beforeEach, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { secretBox } from '#server/core/secrets/secret-box.ts';
import { destroyKey, keysInUse, openKeys } from './person-keys.ts';

const secrets = secretBox(Buffer.alloc(32, 1));

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(() => database.close());

const inUse = (...persons: bigint[]) => database.transaction((tx) => keysInUse(tx, secrets, persons, 1));
const destroy = (person: bigint) => database.transaction((tx) => destroyKey(tx, person, 2));

it('are made once a person, also by many at a time, and answered in order', async () => {
  const made = await Promise.all(Array.from({ length: 12 }, () => inUse(8n, 7n)));
  for (const keys of made) expect(keys).toEqual(made[0]);
  expect(made[0]?.map(({ person }) => person)).toEqual([8n, 7n]);
  expect((await database.pool.query('SELECT FROM person_keys')).rowCount).toBe(2);
  const ids = made[0]?.map(({ id }) => id) ?? [];
  expect([...(await openKeys(database.pool, secrets, ids)).values()].map((key) => key?.person)).toEqual(
    expect.arrayContaining([7n, 8n]),
  );
});

it('are destroyed for good, and followed by another', async () => {
  const [first] = await inUse(7n);
  expect([await destroy(7n), await destroy(7n), await destroy(9n)]).toEqual([true, false, false]);
  const [second] = await inUse(7n);
  expect(second?.id).not.toBe(first?.id);
  expect(second?.key).not.toEqual(first?.key);
  const ids = [first?.id ?? 0n, second?.id ?? 0n];
  const known = await openKeys(database.pool, secrets, ids);
  expect(ids.map((id) => known.get(id))).toEqual([null, second]);
  await expect(database.pool.query('DELETE FROM person_keys')).rejects.toThrow('can only be destroyed');
  await expect(database.pool.query("UPDATE person_keys SET wrapped = 'x' WHERE wrapped IS NOT NULL")).rejects.toThrow(
    'can only be destroyed',
  );
});

it('are not destroyed while a transaction encrypts with them', async () => {
  await inUse(7n);
  const seen: string[] = [];
  const destroyed: Promise<unknown>[] = [];
  await database.transaction(async (tx) => {
    await keysInUse(tx, secrets, [7n], 1);
    destroyed.push(destroy(7n).then((isDone) => seen.push(`destroyed ${isDone}`)));
    await tx.client.query('SELECT pg_sleep(0.2)');
    seen.push('encrypted');
  });
  await Promise.all(destroyed);
  expect(seen).toEqual(['encrypted', 'destroyed true']);
});

it('are neither opened nor made with another SECRETS_KEY', async () => {
  const [{ id } = { id: 0n }] = await inUse(7n);
  const other = secretBox(Buffer.alloc(32, 2));
  await expect(openKeys(database.pool, other, [id])).rejects.toThrow('another SECRETS_KEY');
  for (const person of [7n, 8n]) {
    await expect(database.transaction((tx) => keysInUse(tx, other, [person], 1))).rejects.toThrow(
      'another SECRETS_KEY',
    );
  }
});

it('do not open in the row of another person', async () => {
  const [{ id } = { id: 0n }] = await inUse(7n);
  await database.transaction(async ({ client }) => {
    await client.query('SET LOCAL session_replication_role = replica');
    await client.query('UPDATE person_keys SET person = 8 WHERE id = $1', [id]);
  });
  await expect(openKeys(database.pool, secrets, [id])).rejects.toThrow(`key ${id} of evidence does not open`);
});
