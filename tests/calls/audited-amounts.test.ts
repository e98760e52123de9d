import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { CallName } from '#protocol/calls.ts';
import { auditedAmounts } from '#server/main/audited-amounts.ts';
import { auditParts } from '#server/main/audit-parts.ts';
import { systemClock } from '#server/core/clock/clock.ts';
import { noStops } from '#server/core/gate/stops.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import { expectUnitsFound, findingsNow } from '#server/core/ledger/testing-units.ts';
import { projectInProgress } from './launchpad-project.ts';
import { p2pMarket } from './p2p-market.ts';
import { verifyForP2p } from './p2p-standing.ts';
import { type MoneyWorld, openMoneyWorld } from './money-world.ts';

/**
 * A store in which something of every product is open, made by calls alone: one unit more or less in any amount of it is
 * found. Loans, rebates and robots are tried beside their areas.
 */

let world: MoneyWorld;
const done = (call: CallName, body: object, as = world.user.token) => world.caller.done(call, body, as);
const audited = () => ({ database: world.exchange.database, parts: auditParts(systemClock), clock: systemClock });

/** A merchant with a deposit that was really paid, an advert, and an order of it. */
async function p2pOrder(): Promise<void> {
  const { exchange, user, payee } = world;
  const merchant = { id: payee.id, as: payee.token };
  await verifyForP2p(exchange, payee.id);
  await done('POST transfer', { asset: 'USDT', from: 'spot', to: 'fiat', amount: '600' }, payee.token);
  await done('POST deposit', {}, payee.token);
  await exchange.database.pool.query("UPDATE reviews SET due_at = NULL WHERE kind LIKE 'merchant%'");
  await exchange.database.pool.query("UPDATE merchants SET state = 'paid' WHERE owner = $1", [payee.id]);
  await exchange.database.pool.query('UPDATE users SET merchant = true WHERE id = $1', [payee.id]);
  exchange.forgetSessions();
  const fiat = p2pMarket<string>(
    () => exchange,
    done,
    async () => undefined,
  );
  const taker = { id: user.id, as: user.token };
  const cancel = (id: string) => done('POST tradeCancel', { id, notPaid: true });
  await cancel(await fiat.order(taker, merchant, 'buy'));
  // Of one the advert is gone as it is cancelled.
  const late = await fiat.order(taker, merchant, 'buy');
  const { rows } = await exchange.database.pool.query<{ advert: string }>(
    'SELECT advert FROM fiat_orders WHERE id = $1',
    [late],
  );
  await done('POST cancelOrder', { id: rows[0]?.advert }, payee.token);
  await cancel(late);
  await fiat.order(taker, merchant, 'sell');
  // Two cancellations were free: another purchase asks what the next one costs.
  await exchange.database.pool.query('UPDATE fiat_orders SET cancel_number = NULL');
  await fiat.order(taker, merchant, 'buy');
}

beforeAll(async () => {
  world = await openMoneyWorld('amounts');
  const { bodies, exchange } = world;
  const { pool } = exchange.database;
  const sent = async () => (await pool.query('SELECT FROM test_chain_payments WHERE nonce IS NOT NULL')).rowCount;
  const doing = async (...names: (keyof MoneyWorld['bodies'])[]) => {
    for (const name of names) await done(name, await bodies[name]());
  };
  await p2pOrder();
  await done('POST checkIn', {});
  await doing('POST freeTransferForWallet');
  // One that is on the chain, before the one that waits for its review.
  await doing('POST withdrawCoinApp');
  await pool.query("UPDATE reviews SET due_at = 0 WHERE kind = 'withdrawal' AND state = 'open'");
  await vi.waitFor(async () => expect(await sent()).toBe(1), { timeout: 20_000, interval: 100 });
  await done('GET convertPage', { from: 'USDT', to: 'BTC', amount: '10.000001' });
  await doing(
    'POST currency',
    'POST contract',
    'POST outContract',
    'POST contractOptionOrder-add',
    'POST withdrawCoinApp',
  );
  await pool.query("UPDATE reviews SET due_at = NULL WHERE kind = 'withdrawal' AND state = 'open'");
  const sale = { type: 'limit', pair: 'BTCUSDT', side: 'sell', price: '90000', amount: '0.012' };
  await done('POST currency', sale);
  // A part of it is bought, twice.
  for (const amount of ['0.002', '0.003'])
    await done('POST currency', { ...sale, side: 'buy', amount }, world.payee.token);
  await done('POST currency', { ...sale, price: '89000', amount: '0.001' });
  await done('POST currency', { type: 'market', pair: 'BTCUSDT', side: 'buy', total: '89' }, world.payee.token);
  await doing('POST finPeriodicOrderAdd', 'DELETE finPeriodicMyOrderList', 'POST startUpMiningOrder');
  await doing('POST teManagementOrderAdd');
  const project = await projectInProgress(exchange.database, 'first-come');
  await done('POST teManagementOrderAdd', { project, amount: '5' });
  await done('POST recharge', { chain: 'TEST', asset: 'ETH', amount: '0.01' });
  const credited = async () => (await pool.query("SELECT FROM deposits WHERE state IN ('credited', 'free')")).rowCount;
  await vi.waitFor(async () => expect(await credited()).toBe(1), { timeout: 20_000, interval: 100 });
  // The house's makers trade elsewhere: what one owes when it has closed all.
  await pool.query(
    `INSERT INTO contract_nets (owner, contract, side, lots, cost) SELECT $1, min(id), 'long', 0, 0 FROM listed_contracts`,
    [houseOwners.makerA],
  );
  // From here on nothing is paid, settled or freed: what is open stays open.
  exchange.gate.stops = { ...noStops, areas: new Set(['options', 'deposit']), withdrawals: true };
}, 120_000);
afterAll(() => world.exchange.close());

it('is sound as it is', async () => {
  for (const depth of ['deep', 'full'] as const) expect(await findingsNow(audited(), depth)).toEqual([]);
});

const ofOpen = "sell_order IN (SELECT id FROM spot_orders WHERE status = 'open')";

const tables = [
  ['fixed_holdings', "state = 'not-earned'", 'deep'],
  ['fixed_products', 'held > 0', 'deep'],
  ['miners', 'true', 'deep'],
  ['miner_models', 'sold > 0', 'deep'],
  ['miner_events', "what = 'bought'", 'deep'],
  ['miner_events', "what = 'filled'", 'deep'],
  ['sign_in_streaks', 'promised > 0', 'deep'],
  ['launch_commitments', 'allotted > 0', 'deep'],
  ['launch_projects', 'wanted > 0', 'deep'],
  ['option_entries', 'outcome IS NULL', 'deep'],
  ['option_rounds', 'entries > 0', 'deep'],
  ['contract_orders', "status = 'open'", 'deep'],
  ['contract_orders', "status = 'filled'", 'full'],
  ['contract_positions', 'lots > 0', 'deep'],
  ['contract_closings', 'true', 'deep'],
  ['contract_nets', 'true', 'deep'],
  ['contract_trades', 'maker_position IN (SELECT id FROM contract_positions WHERE lots > 0)', 'deep'],
  ['contract_trades', "taker_position IN (SELECT id FROM contract_positions WHERE side = 'long')", 'deep'],
  ['spot_orders', "status = 'open' AND side = 'buy'", 'deep'],
  ['spot_orders', "status = 'open' AND side = 'sell' AND filled > 0", 'deep'],
  ['spot_orders', "status = 'filled' AND price IS NOT NULL", 'full'],
  ['trades', `${ofOpen} AND sell_before = 0`, 'deep'],
  ['trades', `${ofOpen} AND sell_before > 0`, 'deep'],
  ['trades', `NOT ${ofOpen}`, 'full'],
  ['deposits', 'true', 'deep'],
  ['withdrawals', "state = 'under-review'", 'deep'],
  ['withdrawals', "state <> 'under-review'", 'deep'],
  ['test_chain_payments', 'nonce IS NULL', 'full'],
  ['test_chain_payments', 'nonce IS NOT NULL', 'full'],
  ['instant_transfers', 'true', 'full'],
  ['conversion_quotes', 'NOT used', 'deep'],
  ['sign_in_pools', 'used > 0', 'deep'],
  ['sign_ins', 'true', 'full'],
  ['merchants', 'true', 'deep'],
  ['adverts', 'remaining > 0', 'deep'],
  ['adverts', "state = 'withdrawn'", 'full'],
  ['fiat_orders', 'ended_at IS NULL', 'deep'],
  ['fiat_orders', "state = 'cancelled' AND offered_again", 'full'],
  ['fiat_orders', "state = 'cancelled' AND NOT offered_again", 'full'],
] as const;

it.each(tables)('finds one unit of any amount of %s where %s', async (table, where, depth) => {
  const columns = Object.keys(auditedAmounts[table] ?? {});
  await expectUnitsFound(audited(), { table, columns, where, depth });
});

it('finds one unit of a trade by the name of its partition', async () => {
  const { rows } = await world.exchange.database.pool.query<{ name: string }>(
    'SELECT tableoid::regclass::text AS name FROM trades LIMIT 1',
  );
  const [{ name: table }] = rows as [{ name: string }];
  expect(table).toMatch(/^trades_/);
  const columns = Object.keys(auditedAmounts['trades_rest'] ?? {});
  await expectUnitsFound(audited(), { table, columns, where: 'true', depth: 'full' });
});

it('finds one unit of what ended, and of what is not allotted yet', async () => {
  const ended = { table: 'fixed_holdings', where: "state = 'earned-in-advance'", depth: 'full' } as const;
  const wanted = { table: 'launch_commitments', where: 'allotted IS NULL', depth: 'deep' } as const;
  await expectUnitsFound(audited(), { ...wanted, columns: ['wanted'] });
  await expectUnitsFound(audited(), { ...ended, columns: ['promised', 'interest', 'cost'] });
});
