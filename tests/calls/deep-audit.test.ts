import { type Algorithm, hash } from '@node-rs/argon2';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { calls } from '../../src/protocol/calls.ts';
import { codes } from '../../src/protocol/codes.ts';
import { registration } from '../../src/server/users/accounts/testing.ts';
import { auditParts } from '../../src/server/audit-parts.ts';
import { testAddress } from '../../src/server/practice/test-chain/test-address.ts';
import { systemClock } from '../../src/server/core/clock/clock.ts';
import { readContentSet } from '../../src/server/content/content-set.ts';
import { pushBundled } from '../../src/server/publishing/push-content.ts';
import { noStops } from '../../src/server/core/gate/stops.ts';
import { houseOwners } from '../../src/server/core/ledger/account.ts';
import { type AuditDepth, runAudit } from '../../src/server/core/ledger/audit-check.ts';
import { type ExchangeForTest, exchangeForTest } from './exchange-for-test.ts';

/**
 * A store in which everything is open at once: orders, withdrawals, deposits without all their blocks, positions and
 * stakes. One unit more or less anywhere is found by the check that runs twice a minute.
 */

const contentFolder = new URL('../../content', import.meta.url).pathname;
const password = '864209';
let exchange: ExchangeForTest;
let owner = '';
let made = 0;
const users: { readonly id: string; readonly token: string }[] = [];

async function done(name: keyof typeof calls, body: object, as = users[0]?.token ?? '') {
  const [method = 'GET', path] = name.split(' ');
  const query = method === 'GET' ? `?${new URLSearchParams(body as Record<string, string>).toString()}` : '';
  const response = await exchange.app.inject({
    method: method as 'GET' | 'POST',
    url: `/api/${path}${query}`,
    headers: {
      'idempotency-key': `deep-${String((made += 1)).padStart(12, '0')}`,
      ...(as === '' ? {} : { authorization: `Bearer ${as}` }),
    },
    ...(method === 'GET' ? {} : { payload: body }),
  });
  const answer = response.json<{ code: number; data: Record<string, unknown> }>();
  expect(answer, name).toMatchObject({ code: codes.success });
  return answer.data;
}

let mark: number | null = null;
/** The mark price when it was first asked for: both sides of a position meet at one price, below it wherever it goes. */
async function markOnce(): Promise<number> {
  if (mark === null) {
    const { view } = await done('GET contractPage', { contract: 'BTCPERP' });
    mark = Number((view as { mark: string | null }).mark);
  }
  return mark;
}

/** Contract terms around the mark price. */
async function opening(side: 'long' | 'short', factor = 0.97): Promise<object> {
  const at = await markOnce();
  const price = (of: number) => (Math.round(at * of * 10) / 10).toFixed(1);
  const [takeProfit, stopLoss] = side === 'long' ? [price(2), price(0.5)] : [price(0.5), price(2)];
  return { type: 'limit', price: price(factor), contract: 'BTCPERP', side, lots: 4, leverage: 2, takeProfit, stopLoss };
}

async function register(email: string): Promise<void> {
  const sent = await done('POST common/checkEmailSend', { email, purpose: 'register' }, '');
  const { code } = sent['practiceMessage'] as { code: string };
  const data = await done('POST register', registration(email, code, 'a long passphrase'), '');
  users.push({ id: (data['profile'] as { id: string }).id, token: String(data['token']) });
}

beforeAll(async () => {
  exchange = await exchangeForTest();
  const { database } = exchange;
  await pushBundled(database, await readContentSet(contentFolder), 0);
  await register('ada@example.com');
  await register('bea@example.com');
  owner = users[0]?.id ?? '';
  const argon = { algorithm: 2 as Algorithm.Argon2id, memoryCost: 8, timeCost: 1, parallelism: 1 };
  await database.pool.query('UPDATE users SET transaction_password_hash = $2 WHERE id = $1', [
    owner,
    await hash(password, argon),
  ]);
  for (const { token } of users) {
    for (const asset of ['USDT', 'BTC']) await done('POST recharge', { chain: 'PRACTICE', asset }, token);
    for (const [to, amount] of [
      ['contract', '2000'],
      ['option', '100'],
    ]) {
      await done('POST transfer', { asset: 'USDT', from: 'spot', to, amount }, token);
    }
  }
  await done('POST currency', { type: 'limit', pair: 'ETHUSDT', side: 'buy', price: '900.01', amount: '0.1003' });
  await done('POST currency', { type: 'limit', pair: 'BTCUSDT', side: 'sell', price: '90000', amount: '0.012' });
  await done(
    'POST currency',
    { type: 'limit', pair: 'BTCUSDT', side: 'buy', price: '90000', amount: '0.005' },
    users[1]?.token,
  );
  await done('POST contract', await opening('long'));
  await done('POST contract', await opening('short'), users[1]?.token);
  await done('POST outContract', await closable());
  await done('POST contract', await opening('long', 0.9));
  // The one that takes entries longest, once the rounds of this minute are there.
  const round = await vi.waitFor(
    async () => {
      const { list } = await done('GET contractOption-starting', {});
      const latest = (list as { id: string; lockAt: number }[]).toSorted((a, b) => b.lockAt - a.lockAt)[0];
      expect((latest?.lockAt ?? 0) - Date.now()).toBeGreaterThan(5_000);
      return latest?.id;
    },
    { timeout: 15_000, interval: 200 },
  );
  await done('POST contractOptionOrder-add', { round, direction: 'up', stake: '5' });
  await done('POST recharge', { chain: 'TEST', asset: 'ETH', amount: '0.01' });
  await vi.waitFor(
    async () => {
      const { rowCount } = await database.pool.query(`SELECT FROM deposits WHERE state IN ('credited', 'free')`);
      expect(rowCount).toBe(1);
    },
    { timeout: 20_000, interval: 100 },
  );
  await done('POST withdrawCoinApp', {
    asset: 'USDT',
    chain: 'TEST',
    address: testAddress('0x00000000000000000000000000000000000000aa'),
    amount: '20',
    remark: 'rent',
    transactionPassword: password,
  });
  // From here on nothing is paid, settled or freed: what is open stays open.
  exchange.gate.stops = { ...noStops, areas: new Set(['option', 'deposit']), withdrawals: true };
  // Accounts of the house that nothing moved yet, to be tampered with as well.
  await database.pool.query(
    `INSERT INTO balances SELECT owner, wallet, 'USDT', 0, 0, 0 FROM unnest($1::bigint[]) AS owner, unnest('{0,1}'::int[]) AS wallet
     ON CONFLICT DO NOTHING`,
    [[...Object.values(houseOwners), 42n]],
  );
}, 90_000);
afterEach(forget);
afterAll(() => exchange.close());

/** One lot of the first position, with somebody who takes it. */
async function closable(): Promise<object> {
  const { rows } = await exchange.database.pool.query<{ id: string }>(
    'SELECT id FROM contract_positions WHERE owner = $1 AND lots > 0',
    [owner],
  );
  await done('POST contract', { ...(await opening('long', 0.96)), lots: 1 }, users[1]?.token);
  return { id: rows[0]?.id, lots: 1 };
}

const parts = auditParts(systemClock);
const look = async (depth: AuditDepth) =>
  (await runAudit(exchange.database, { depth, now: Date.now(), parts })).findings.map(({ text }) => text);

async function forget(): Promise<void> {
  await exchange.database.pool.query(`UPDATE audit_state SET findings = '[]', recheck = '{}'`);
}

const ofOwner = (column: string, by: number, wallet = 0) =>
  `UPDATE balances SET ${column} = ${column} + ${by} WHERE owner = ${owner} AND wallet = ${wallet} AND asset = 'USDT'`;
const ofHouse = (house: bigint, by: number, wallet: number) =>
  `UPDATE balances SET available = available + ${by} WHERE owner = ${house} AND wallet = ${wallet} AND asset = 'USDT'`;

/** Changes rows behind the back of everything that guards them. @returns how many */
const tamper = (statement: string) =>
  exchange.database.transaction(async ({ client }) => {
    await client.query('SET LOCAL session_replication_role = replica');
    return (await client.query(statement)).rowCount;
  });

/** Each kind of error of one unit, by the statement that makes it. */
const seeds: readonly (readonly [what: string, make: (by: number) => string])[] = [
  ['available of a person', (by) => ofOwner('available', by)],
  ['frozen of a person', (by) => ofOwner('frozen', by)],
  ['locked of a person', (by) => ofOwner('locked', by, 1)],
  [
    'a spot purchase',
    (by) => `UPDATE spot_orders SET filled = filled + ${by * 1_000_000} WHERE status = 'open' AND side = 'buy'`,
  ],
  ['a spot sale', (by) => `UPDATE spot_orders SET amount = amount + ${by} WHERE status = 'open' AND side = 'sell'`],
  ['a withdrawal on its way', (by) => `UPDATE withdrawals SET units = units + ${by}`],
  ['what rests in contracts', (by) => `UPDATE contract_orders SET reserve = reserve + ${by} WHERE status = 'open'`],
  [
    'the margin of a position',
    (by) => `UPDATE contract_positions SET margin = margin + ${by} WHERE lots > 0 AND owner = ${owner}`,
  ],
  [
    'the cost of a position',
    (by) => `UPDATE contract_positions SET cost = cost + ${by} WHERE lots > 0 AND owner = ${owner}`,
  ],
  [
    'the lots of a position',
    (by) => `UPDATE contract_positions SET opened_lots = opened_lots + ${by} WHERE lots > 0 AND owner = ${owner}`,
  ],
  [
    'the profit of a position',
    (by) => `UPDATE contract_positions SET realised = realised + ${by} WHERE lots > 0 AND owner = ${owner}`,
  ],
  ['a closing', (by) => `UPDATE contract_closings SET fee = fee + ${by} WHERE owner = ${owner}`],
  ['what a closing left to the insurance fund', (by) => `UPDATE contract_closings SET insurance = insurance + ${by}`],
  ['a stake', (by) => `UPDATE option_entries SET stake = stake + ${by} WHERE outcome IS NULL`],
  ['what a deposit owes', (by) => `UPDATE deposits SET owed = owed + ${by}`],
  ['clearing', (by) => ofHouse(houseOwners.clearing, by, 1)],
  ['insurance', (by) => ofHouse(houseOwners.insurance, by, 1)],
  ['shortfall', (by) => ofHouse(houseOwners.shortfall, by, 0)],
  ['escrow', (by) => ofHouse(houseOwners.escrow, by, 0)],
  ['treasury', (by) => ofHouse(houseOwners.treasury, by, 0)],
  ['fees', (by) => ofHouse(houseOwners.fees, by, 0)],
  ['an account of the house without a name', (by) => ofHouse(42n, by, 0)],
];

describe('the check that runs twice a minute', () => {
  it('finds nothing where everything adds up, and neither does a full one', async () => {
    expect(await look('deep')).toEqual([]);
    expect(await look('full')).toEqual([]);
    expect(await look('deep')).toEqual([]);
  });

  it.each(seeds)('finds one unit too much: %s', async (_what, make) => {
    expect(await tamper(make(1))).toBeGreaterThan(0);
    expect(await look('deep')).not.toEqual([]);
    await tamper(make(-1));
    await forget();
    expect(await look('deep')).toEqual([]);
  });

  it('finds a deposit that no longer is locked as far as its blocks are missing', async () => {
    const { pool } = exchange.database;
    const { rows } = await pool.query<{ state: string }>('SELECT state FROM deposits');
    const other = rows[0]?.state === 'credited' ? 'free' : 'credited';
    await pool.query('UPDATE deposits SET state = $1', [other]);
    expect(await look('deep')).not.toEqual([]);
    await pool.query('UPDATE deposits SET state = $1', [rows[0]?.state]);
  });
});
