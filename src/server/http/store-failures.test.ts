import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codes } from '#protocol/core/codes.ts';
import type { Database } from '../core/store/database.ts';
import { openDatabase } from '../core/store/open.ts';
import { OutcomeUnknown } from '../core/failures/outcome-unknown.ts';
import { backgroundLimits } from '../core/store/store-limits.ts';
import { testDatabase, type TestDatabase } from '../core/store/testing.ts';
import { StoreUnavailable } from '../core/failures/store-unavailable.ts';
import type { SessionGate, SessionUse } from '../core/session-gate.ts';
import { edgeForTest, handlersForTest } from './testing.ts';

const token = 'a'.repeat(43);
const headers = { authorization: `Bearer ${token}`, 'idempotency-key': 'k'.repeat(20) };
const holder = { userId: 100_000n, sessionId: 7n, verified: false, merchant: false, countries: [] };

let database: TestDatabase;
/** Nothing listens at its address. */
let away: Database;

beforeAll(async () => {
  database = await testDatabase();
  away = openDatabase({ ...database.connection, port: 1 }, { limits: backgroundLimits });
});
afterAll(async () => {
  await away.close();
  await database.close();
});

/** Status and code of a call with a handler. */
async function answered(
  work: () => Promise<unknown>,
  { name, lookUp = async () => holder }: { name: string; lookUp?: SessionGate['lookUp'] },
): Promise<{ status: number; code: number }> {
  const handler = async () => {
    await work();
    throw new Error('it went on');
  };
  const app = edgeForTest({
    handlers: handlersForTest({ [name]: handler }),
    sessions: { lookUp },
  });
  const [method, path] = name.split(' ') as ['GET' | 'POST', string];
  const response = await app.inject({
    method,
    url: `/api/${path}`,
    headers,
    ...(method === 'POST' ? { payload: {} } : {}),
  });
  await app.close();
  return { status: response.statusCode, code: response.json<{ code: number }>().code };
}

const busy = { status: 503, code: codes.busyRetry };
const unknown = { status: 500, code: codes.serverError };

const read = { name: 'GET info' };
const write = { name: 'POST logout' };

describe('a store failure', () => {
  it('is "busy, retry" when certainly nothing was done', async () => {
    const nowhere = () => away.transaction(async () => 1);
    expect(await answered(nowhere, read)).toEqual(busy);
    expect(await answered(nowhere, write)).toEqual(busy);
    const late = () =>
      database.transaction(async ({ client }) => {
        await client.query('SET LOCAL statement_timeout = 50');
        await client.query('SELECT pg_sleep(1)');
      });
    expect(await answered(late, write)).toEqual(busy);
  });

  it('is unknown when it may have been done, except for a read, which may be retried', async () => {
    const open = () => Promise.reject(new OutcomeUnknown('it'));
    expect(await answered(open, write)).toEqual(unknown);
    expect(await answered(open, read)).toEqual(busy);
    const cut = () => database.pool.query('SELECT pg_terminate_backend(pg_backend_pid())');
    expect(await answered(cut, write)).toEqual(unknown);
    expect(await answered(cut, read)).toEqual(busy);
  });

  it('is unknown when the call had committed something before the outage', async () => {
    const half = async () => {
      await database.transaction(async () => 1);
      await away.pool.query('SELECT 1');
    };
    expect(await answered(half, write)).toEqual(unknown);
  });

  it('is a broken invariant when the statement itself was wrong', async () => {
    expect(await answered(() => database.pool.query('SELECT 1 / 0'), read)).toEqual(unknown);
  });
});

describe('authentication while the store is unavailable', () => {
  const gone = async () => {
    throw new StoreUnavailable('it is away');
  };

  it('asks to retry, and treats the caller as a visitor in public calls', async () => {
    expect(await answered(async () => 1, { ...write, lookUp: gone })).toEqual(busy);
    expect(await answered(async () => 1, { ...read, lookUp: gone })).toEqual(busy);
    const app = edgeForTest({
      handlers: handlersForTest({ 'GET common/sysTime': async () => ({ now: 5 }) }),
      sessions: { lookUp: gone },
    });
    expect((await app.inject({ url: '/api/common/sysTime', headers })).statusCode).toBe(200);
    await app.close();
  });

  it('looks the session up for the call’s purpose', async () => {
    const uses: (SessionUse | undefined)[] = [];
    const lookUp = async (_token?: string, use?: SessionUse) => {
      uses.push(use);
      return holder;
    };
    await answered(async () => 1, { ...write, lookUp });
    await answered(async () => 1, { ...read, lookUp });
    expect(uses).toEqual(['write', 'read']);
  });
});
