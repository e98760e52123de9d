import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CallName } from '#protocol/calls.ts';
import { auditParts } from '#server/main/audit-parts.ts';
import { testAddress } from '#server/practice/test-chain/test-address.ts';
import { systemClock } from '#server/core/clock/clock.ts';
import { noStops } from '#server/core/gate/stops.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import { runAudit } from '#server/core/ledger/audit-check.ts';
import type { AuditDepth } from '#server/core/ledger/audit-state.ts';
import { cheapHash, createCaller, exchangeWithContent, setTransactionPassword, type TestUser } from './caller.ts';
import type { ExchangeForTest } from './exchange-for-test.ts';

/**
 * A store in which everything is open at once: orders, withdrawals, deposits without all their blocks, positions and
 * stakes. One unit more or less anywhere is found by the check that runs twice a minute.
 */

const password = '864209';
let exchange: ExchangeForTest;
let owner = '';
const users: TestUser[] = [];

const caller = createCaller(() => exchange.app, 'deep');
const done = (name: CallName, body: object, as = users[0]?.token) => caller.done(name, body, as);
const opening = (side: 'long' | 'short', factor = 0.97) => caller.opening(users[0]?.token ?? '', side, factor, 4);

beforeAll(async () => {
  exchange = await exchangeWithContent();
  const { database } = exchange;
  for (const email of ['ada@example.com', 'bea@example.com']) users.push(await caller.register(email));
  owner = users[0]?.id ?? '';
  await setTransactionPassword(exchange, owner, await cheapHash(password));
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
  exchange.gate.stops = { ...noStops, areas: new Set(['options', 'deposit']), withdrawals: true };
  // Accounts of the house that nothing moved yet, to be tampered with as well.
  await database.pool.query(
    `INSERT INTO balances SELECT owner, wallet, 'USDT', 0, 0, 0 FROM unnest($1::bigint[]) AS owner, unnest('{0,1}'::int[]) AS wallet
     ON CONFLICT DO NOTHING`,
    [[...Object.values(houseOwners), 42n]],
  );
}, 90_000);
afterEach(forget);
afterAll(() => exchange.close());

/** One lot of the first position, with a counterparty. */
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
