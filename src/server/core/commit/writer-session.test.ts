import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../store/testing.ts';
import { WriterSession } from './writer-session.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await database.pool.query(`
    CREATE TABLE written (line text);
    CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = '53100'; END $$;
    CREATE TRIGGER no_room BEFORE UPDATE OF last_id ON writer_fences FOR EACH ROW EXECUTE FUNCTION no_room();`);
});
afterAll(() => database.close());

it('says why a batch failed whose fence could not be written, and writes nothing of it', async () => {
  const session = await WriterSession.open(database, { writer: 'test', holder: null }, null);
  await session.begin(() => Promise.resolve());
  const committed = session.commit(
    1,
    ({ client }) => client.query("INSERT INTO written VALUES ('a line')"),
    () => undefined,
  );
  await expect(committed).rejects.toThrow('no space left');
  const { rows } = await database.pool.query('SELECT * FROM written');
  expect(rows).toEqual([]);
  session.close();
});
