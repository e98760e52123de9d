import { afterAll, beforeAll } from 'vitest';
import { instruments } from '#server/core/instruments/instruments.ts';
import { shippedInstruments } from '#server/core/instruments/shipped.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { consoleBeside } from '../testing.ts';

/**
 * The console beside no exchange, for tests of what is listed: it begins before the tests of the file, and what they
 * list is forgotten after them.
 */
export function setListingConsole() {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    // As if an exchange beside it took up every line at once.
    await database.pool.query('UPDATE operator_log_taken SET line = 1000000');
  });
  afterAll(() => {
    // The console reads what is listed into this process.
    instruments.replace(shippedInstruments);
    return database.close();
  });
  return {
    get database() {
      return database;
    },
    run: (...args: readonly string[]) => consoleBeside(database)(...args),
  };
}
