import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it, test } from 'vitest';
import { english, generateMnemonic } from 'viem/accounts';
import { walletSeedForTests } from '#server/custody/chains/testing.ts';
import { readConfig } from '../config/config.ts';
import { startExchange } from '#server/main/exchange.ts';
import { givePractice } from '../ledger/testing.ts';
import { consoleBeside } from '#server/operator/testing.ts';
import type { Database } from '../store/database.ts';
import { migrateDatabase } from '../store/migrate.ts';
import { releasedDatabase, testDatabase, type TestDatabase } from '../store/testing.ts';
import { NotReadyForLive, checkConfigForMode, enterMode } from './enter-mode.ts';
import { configChecks, liveChecks } from './live-checks.ts';
import { preflightText } from './preflight-text.ts';
import { claimMode, ForeignNetwork, readMode, rememberNetwork, WrongMode } from './store-identity.ts';

const live = {
  MODE: 'live',
  PRICE_SOURCE: 'htx,binance',
  SEED: '734209118846',
  WALLET_SEED: generateMnemonic(english),
  PUBLIC_ORIGIN: 'https://dunlin.example',
};
const now = 1_790_000_000_000;
const logger = pino({ level: 'silent' });

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(() => database.close());

/** A test store that pretends its PostgreSQL is durable except for one setting; the real one is not. */
function durable(off?: string): Pick<Database, 'pool'> {
  const pool = Object.create(database.pool) as Database['pool'];
  const query = async (text: string, values?: unknown[]) => {
    const name = /^SHOW (\w+)$/.exec(text)?.[1];
    if (name === undefined) return database.pool.query(text, values);
    await database.pool.query(text);
    return { rows: [{ [name]: name === off ? 'off' : 'on' }] };
  };
  return { pool: Object.assign(pool, { query }) };
}

describe('a live start', () => {
  it('starts when all requirements are met', async () => {
    const config = readConfig(live);
    expect(() => checkConfigForMode(config)).not.toThrow();
    await enterMode(config, durable(), now);
    expect(await readMode(database.pool)).toBe('live');
    const checks = await liveChecks(config, durable().pool);
    expect(checks.map(({ ok }) => ok)).toEqual(checks.map(() => true));
    expect(preflightText(checks)).toContain('MODE=live may start.');
  });

  test.each([
    ['PRICE_SOURCE', 'simulated'],
    ['PRICE_SOURCE', undefined],
    ['SEED', undefined],
    ['SEED', '1'],
    ['SEED', '999999999'],
    ['WALLET_SEED', undefined],
    ['WALLET_SEED', walletSeedForTests],
    ['PUBLIC_ORIGIN', undefined],
  ])('refuses %s=%s, and opens nothing', async (name, value) => {
    const config = readConfig({ ...live, [name]: value, DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' });
    const starting = startExchange({ config, logger, appDirectory: null });
    await expect(starting).rejects.toThrow(NotReadyForLive);
    await expect(starting).rejects.toThrow(`  ${name}: `);
    const missing = (await liveChecks(config, null)).filter(({ ok }) => ok === false);
    expect(missing.map((check) => check.name)).toEqual([name]);
  });

  test.each(['fsync', 'full_page_writes', 'synchronous_commit'])('refuses a PostgreSQL with %s off', async (name) => {
    const entering = enterMode(readConfig(live), durable(name), now);
    await expect(entering).rejects.toThrow(NotReadyForLive);
    await expect(entering).rejects.toThrow(`  PostgreSQL ${name}: `);
    expect(await readMode(database.pool)).toBeNull();
  });

  it('checks PostgreSQL itself: that of the tests is not durable', async () => {
    await expect(enterMode(readConfig(live), database, now)).rejects.toThrow(/fsync.*\n.*full_page_writes/);
    await enterMode(readConfig({}), database, now);
    expect(await readMode(database.pool)).toBe('practice');
  });

  it('refuses data that holds practice coins, which an earlier version left without a mode', async () => {
    await givePractice(database, [100_000n], { asset: 'USDT', amount: '5' });
    await expect(enterMode(readConfig(live), durable(), now)).rejects.toThrow('  practice coins: ');
  });
});

describe('the data', () => {
  it('of practice mode is not opened live', async () => {
    await enterMode(readConfig({}), database, now);
    const entering = enterMode(readConfig(live), durable(), now);
    await expect(entering).rejects.toThrow(WrongMode);
    await expect(entering).rejects.toThrow('belongs to practice mode and is never opened with MODE=live');
    await enterMode(readConfig({}), database, now + 1);
  });

  it('of live mode is not opened by an exchange in practice mode', async () => {
    await enterMode(readConfig(live), durable(), now);
    const { user, password, host, port, database: name } = database.connection as Record<string, string>;
    const config = readConfig({
      DATABASE_URL: `postgres://${user}:${encodeURIComponent(password ?? '')}@${host}:${port}/${name}`,
      PORT: '0',
    });
    await expect(startExchange({ config, logger, appDirectory: null })).rejects.toThrow(
      'belongs to live mode and is never opened with MODE=practice',
    );
    expect((await database.pool.query('SELECT FROM balances')).rowCount).toBe(0);
  });

  it('takes one mode when two servers start at once, and keeps it', async () => {
    const taken = await Promise.allSettled([
      claimMode(database.pool, 'practice', now),
      claimMode(database.pool, 'live', now),
    ]);
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(database.pool.query("UPDATE store_identity SET mode = 'live'")).rejects.toThrow('append-only');
    await expect(database.pool.query('DELETE FROM store_identity')).rejects.toThrow('append-only');
  });

  it('remembers the network of each chain', async () => {
    await rememberNetwork(database.pool, 'ETH', 31_337, now);
    await rememberNetwork(database.pool, 'ETH', 31_337, now + 1);
    await expect(rememberNetwork(database.pool, 'ETH', 1, now)).rejects.toThrow(ForeignNetwork);
    await rememberNetwork(database.pool, 'BSC', 97, now);
  });
});

describe('data of the released version', () => {
  let released: TestDatabase;
  beforeAll(async () => {
    released = await releasedDatabase(4);
  });
  afterAll(() => released.close());

  it('adopts the mode it is first started with', async () => {
    expect(await readMode(released.pool)).toBeNull();
    await migrateDatabase(released.pool);
    await claimMode(released.pool, 'live', now);
    await expect(claimMode(released.pool, 'practice', now)).rejects.toThrow(WrongMode);
  });
});

test('live mode asks edges and engines for credentials and TLS to the broker', () => {
  const CLUSTER_KEY = Buffer.alloc(32, 7).toString('base64url');
  const isMet = (settings: Readonly<Record<string, string>>) =>
    configChecks(readConfig({ CLUSTER_KEY, ...settings })).find(({ name }) => name === 'NATS_URL')?.ok;
  const edge = { ROLE: 'edge', NATS_URL: 'nats://edge-1:secret@10.0.0.5' };
  expect(isMet({})).toBe(true);
  expect(isMet(edge)).toBe(false);
  expect(isMet({ ...edge, NATS_URL: 'tls://10.0.0.5' })).toBe(false);
  expect(isMet({ ...edge, NATS_URL: 'tls://edge-1:secret@10.0.0.5' })).toBe(true);
  expect(isMet({ ...edge, NATS_INSECURE: '1' })).toBe(true);
});

it('sends no photo unencrypted over a network', () => {
  const settings = { S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' };
  const isWell = (endpoint: string) =>
    configChecks(readConfig({ ...settings, S3_ENDPOINT: endpoint })).find(({ name }) => name === 'S3_ENDPOINT')?.ok;
  const asked = ['', 'https://s3.example', 'http://127.0.0.1:9000', 'http://[::1]:9000', 'http://localhost'];
  expect(asked.map(isWell)).toEqual(asked.map(() => true));
  expect(['http://s3.example', 'http://127.0.0.1.example', 'http://10.0.0.1'].map(isWell)).toEqual([
    false,
    false,
    false,
  ]);
});

it('is printed by the console, with the reasons, and what could not be checked', async () => {
  const { code, said } = await consoleBeside(database)('preflight');
  expect(code).toBe(1);
  for (const name of ['PRICE_SOURCE', 'SEED', 'WALLET_SEED', 'PUBLIC_ORIGIN', 'PostgreSQL fsync']) {
    expect(said).toContain(`MISSING  ${name}\n`);
  }
  expect(said).toContain('ok       mode of the data');
  expect(said).toContain('ok       S3_ENDPOINT');
  const unasked = preflightText(await liveChecks(readConfig(live), null));
  expect(unasked).toContain('unknown  PostgreSQL fsync');
  expect(unasked).not.toContain('MISSING');
});
