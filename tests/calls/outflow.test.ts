import { randomBytes } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CallName, MoneyCall } from '#protocol/calls.ts';
import { codes } from '#protocol/core/codes.ts';
import { dayMs } from '#protocol/core/durations.ts';
import { isRisking, type OutflowWay, outflowWays } from '#server/core/outflow/outflow.ts';
import { testAddress } from '#server/practice/test-chain/test-address.ts';
import { p2pExchange, password } from './p2p-exchange.ts';
import type { Trader } from './p2p-market.ts';
import { verifyForP2p } from './p2p-standing.ts';
import { projectInProgress } from './launchpad-project.ts';
import { loansOf } from './loan-applications.ts';
import { robotsOf } from './own-robots.ts';

/** Every way on which value leaves an account against every reason for which it stays, on a real exchange. */

let mei: Trader<string>;
const { caller, market, exchange, trader } = p2pExchange('outflow');
const query = (text: string, values: unknown[]) => exchange().database.pool.query(text, values);
const doneBy = (call: CallName, body: object, as = mei.as) => caller.done(call, body, as);

beforeAll(async () => {
  mei = await trader();
}, 60_000);

/**
 * What each call that moves money does to its caller's: the way on which it leaves, or why it passes no gate of outflows.
 * A new call has no row, and fails the type check.
 */
const leaves: Readonly<
  Record<MoneyCall, OutflowWay | 'comes in' | 'stays' | 'carries the hold along' | 'was promised' | 'was let through'>
> = {
  'POST withdrawCoin': 'withdrawal',
  'POST withdrawCoinApp': 'withdrawal',
  'POST freeTransferForWallet': 'instant-transfer',
  'POST tradeSell': 'fiat-sale',
  'POST otcSell': 'fiat-advert',
  'POST otcFinish': 'was promised',
  'POST recharge': 'comes in',
  'POST checkIn': 'comes in',
  'POST myearnings': 'comes in',
  'POST pickMiningOrder': 'comes in',
  'POST transfer': 'wallet-transfer',
  'POST convert': 'carries the hold along',
  'POST currency': 'carries the hold along',
  'POST cancelCurrency': 'stays',
  'POST contract': 'was let through',
  'POST cancelContract': 'stays',
  'POST outContract': 'stays',
  'POST contractPl': 'stays',
  'POST contractOptionOrder-add': 'was let through',
  'POST deposit': 'merchant-deposit',
  'POST makeUpDeposit': 'merchant-deposit',
  'POST backDeposit': 'stays',
  'POST otcBuy': 'stays',
  'POST cancelOrder': 'stays',
  'POST tradeBuy': 'stays',
  'POST tradeCancel': 'stays',
  'POST finPeriodicOrderAdd': 'stays',
  'DELETE finPeriodicMyOrderList': 'stays',
  'POST addMiningOrder': 'miner',
  'POST startUpMiningOrder': 'miner',
  'POST teManagementOrderAdd': 'subscription',
  'POST loan/add': 'loan-collateral',
  'POST coinLoan': 'loan-collateral',
  'POST quant/create': 'robot',
  'PUT quant/create': 'stays',
  'POST quant/startIncome': 'stays',
  'POST quant/redeem': 'stays',
  'POST quant/returnAssets': 'stays',
};

interface Asking {
  readonly call: CallName;
  readonly body: object;
}

/** What somebody asks for who sends 20 USDT on each way. */
const askings: Readonly<Record<OutflowWay, (person: Trader<string>) => Promise<Asking>>> = {
  withdrawal: async () => {
    const address = testAddress(`0x${randomBytes(20).toString('hex')}`);
    const body = { asset: 'USDT', chain: 'TEST', address, amount: '20', remark: 'rent', transactionPassword: password };
    return { call: 'POST withdrawCoinApp', body };
  },
  'instant-transfer': async () => {
    const to = { by: 'id', id: mei.id };
    const body = { step: 'pay', to, asset: 'USDT', amount: '20', transactionPassword: password };
    return { call: 'POST freeTransferForWallet', body };
  },
  'fiat-sale': async (person) => {
    const advert = await market.advert(mei, 'buy');
    return { call: 'POST tradeSell', body: await market.takingOf(person, 'sell', advert) };
  },
  'fiat-advert': async (person) => {
    // A merchant with room for one more advert, and the coins for it.
    await market.advert(person, 'buy');
    const { rows } = await query('SELECT id FROM collection_methods WHERE owner = $1 AND removed_at IS NULL', [
      person.id,
    ]);
    await market.fund(person.as, '20');
    const methods = [(rows[0] as { id: string }).id];
    return { call: 'POST otcSell', body: { ...market.terms('20'), methods } };
  },
  'wallet-transfer': async () => ({
    call: 'POST transfer',
    body: { asset: 'USDT', from: 'spot', to: 'contract', amount: '20' },
  }),
  robot: async () => ({ call: 'POST quant/create', body: robotsOf(exchange(), doneBy).asked() }),
  'loan-collateral': async ({ as }) => {
    await caller.done('POST recharge', { chain: 'PRACTICE', asset: 'BTC' }, as);
    return { call: 'POST loan/add', body: await loansOf(exchange(), doneBy).application() };
  },
  subscription: async () => ({
    call: 'POST teManagementOrderAdd',
    body: { project: await projectInProgress(exchange().database), amount: '5' },
  }),
  miner: async ({ as }) => {
    const { list } = await caller.done('GET common/miningList', {}, as);
    const [model] = list as { id: string; price: string }[];
    return { call: 'POST addMiningOrder', body: { model: model?.id, quantity: 1, price: model?.price } };
  },
  'merchant-deposit': async ({ id, as }) => {
    await verifyForP2p(exchange(), id);
    await market.fund(as, '510');
    return { call: 'POST deposit', body: {} };
  },
};

const ofBought = 'coins bought from other people';
const moreThanAnybodyHas = 10n ** 17n;

/** Makes each hold apply to somebody, and ends it. */
const holds: Readonly<
  Record<string, { begin: (id: string) => Promise<unknown>; end: (id: string) => Promise<unknown> }>
> = {
  'a changed password': {
    begin: (id) => query('UPDATE users SET password_changed_at = $2 WHERE id = $1', [id, Date.now()]),
    end: (id) => query('UPDATE users SET password_changed_at = $2 WHERE id = $1', [id, Date.now() - dayMs - 1]),
  },
  'a new device': {
    begin: (id) => query('UPDATE sessions SET waits_until = $2 WHERE user_id = $1', [id, Date.now() + dayMs]),
    end: (id) => query('UPDATE sessions SET waits_until = $2 WHERE user_id = $1', [id, Date.now() - 1]),
  },
  [ofBought]: {
    begin: (id) =>
      query('INSERT INTO value_holds (owner, fiat_order, value, until) VALUES ($1, 0, $2, $3)', [
        id,
        moreThanAnybodyHas,
        Date.now() + dayMs,
      ]),
    end: (id) => query('UPDATE value_holds SET until = $2 WHERE owner = $1', [id, Date.now() - 1]),
  },
};

it('counts limits of withdrawals by no price that a trade makes', () => {
  const folder = path.join(import.meta.dirname, '../../src/server/custody/withdrawals');
  const wrong = globSync('**/*.ts', { cwd: folder }).filter((file) =>
    /\b(?:lastPrice|lastTraded|ticker)\b/.test(readFileSync(path.join(folder, file), 'utf8')),
  );
  expect(wrong).toEqual([]);
});

it('knows of every way which call takes it', () => {
  const taken = new Set(Object.values(leaves));
  expect(outflowWays.filter((way) => !taken.has(way))).toEqual([]);
});

describe.each(outflowWays)('%s', (way) => {
  const named = Object.keys(holds).map((name) => {
    // What stays its owner's cannot be lost to whoever stole the account.
    const waits = name === ofBought || !isRisking(way);
    return { name, waits, title: waits ? 'waits for a day behind' : 'does not wait behind' };
  });
  it.each(named)('$title $name', async ({ name, waits }) => {
    const person = await trader();
    const { call, body } = await askings[way](person);
    await holds[name]?.begin(person.id);
    if (waits) expect(await caller.call(call, body, { as: person.as })).toMatchObject({ code: codes.withdrawalHold });
    await holds[name]?.end(person.id);
    expect((await caller.call(call, body, { as: person.as })).code).toBe(codes.success);
  });
});
