import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls, type MoneyCall } from '#protocol/calls.ts';
import { codes } from '#protocol/core/codes.ts';
import { personalBenefits, type PersonalBenefit } from '#server/accounts/identity/person.ts';
import { createCaller } from './caller.ts';
import { type ExchangeForTest, exchangeForTest } from './exchange-for-test.ts';
import { verifyForP2p } from './p2p-standing.ts';
import { projectInProgress } from './launchpad-project.ts';

/**
 * Every call that moves money: what it gives to persons, or null where a user moves, trades, lends or locks what they have,
 * and gains nothing by a second account. In live mode each benefit asks for a verified identity (`requirePerson`).
 */
const benefits: Record<MoneyCall, PersonalBenefit | null> = {
  'POST checkIn': 'sign-in reward',
  'POST myearnings': 'referral rebate',
  'POST teManagementOrderAdd': 'launch allotment',
  'POST addMiningOrder': 'miner per person',
  'POST recharge': null,
  'POST withdrawCoin': null,
  'POST withdrawCoinApp': null,
  'POST transfer': null,
  'POST freeTransferForWallet': null,
  'POST convert': null,
  'POST currency': null,
  'POST cancelCurrency': null,
  'POST contract': null,
  'POST cancelContract': null,
  'POST outContract': null,
  'POST contractPl': null,
  'POST contractOptionOrder-add': null,
  'POST deposit': null,
  'POST makeUpDeposit': null,
  'POST backDeposit': null,
  'POST otcBuy': null,
  'POST otcSell': null,
  'POST cancelOrder': null,
  'POST tradeBuy': null,
  'POST tradeSell': null,
  'POST tradeCancel': null,
  'POST otcFinish': null,
  'POST finPeriodicOrderAdd': null,
  'DELETE finPeriodicMyOrderList': null,
  'POST startUpMiningOrder': null,
  'POST pickMiningOrder': null,
  'POST loan/add': null,
  'POST coinLoan': null,
  'POST quant/create': null,
  'PUT quant/create': null,
  'POST quant/startIncome': null,
  'POST quant/redeem': null,
  'POST quant/returnAssets': null,
};
const personal = Object.entries(benefits).flatMap(([name, benefit]) =>
  benefit === null ? [] : [[name as MoneyCall, benefit] as const],
);

let exchange: ExchangeForTest;
const caller = createCaller(() => exchange.app, 'persons');
const { call, done } = caller;
beforeAll(async () => {
  exchange = await exchangeForTest(false, 'live');
});
afterAll(() => exchange.close());

const bodies: Partial<Record<MoneyCall, () => Promise<object>>> = {
  'POST checkIn': async () => ({ device: 'device-of-the-persons-test' }),
  'POST myearnings': async () => ({ asset: 'USDT', amount: '1' }),
  'POST teManagementOrderAdd': async () => ({ project: await projectInProgress(exchange.database), amount: '5' }),
  'POST addMiningOrder': async () => {
    await exchange.database.pool.query('UPDATE miner_models SET per_person = 1');
    const { list } = await done('GET common/miningList', {});
    const [model] = list as { id: string; price: string }[];
    return { model: model?.id, quantity: 1, price: model?.price };
  },
};

/** What answers a person where the store has nothing to give: no rebates were earned, and no cover stands behind miners. */
const served: Partial<Record<MoneyCall, number>> = {
  'POST myearnings': codes.insufficientWalletBalance,
  'POST addMiningOrder': codes.prizePoolFull,
};

describe('the table', () => {
  it('has every call that moves money, and every benefit', () => {
    const money = Object.entries(calls).flatMap(([name, { money: moves }]) => (moves ? [name] : []));
    expect(Object.keys(benefits).toSorted()).toEqual(money.toSorted());
    expect(personal.map(([, benefit]) => benefit).toSorted()).toEqual([...personalBenefits].toSorted());
  });

  it('has every place that asks', () => {
    const asked = globSync('src/server/**/*.ts')
      .filter((file) => !file.endsWith('.test.ts'))
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/requirePerson\([^)]*benefit: '([^']+)'/gsu)])

      .map(([, benefit = '']) => benefit);
    expect(asked.toSorted()).toEqual([...personalBenefits].toSorted());
  });
});

describe('in live mode', () => {
  it.each(personal)('%s refuses an account without a verified identity, and serves one with it', async (name) => {
    const user = await caller.registerPractice();
    const body = (await bodies[name]?.()) ?? {};
    expect(await call(name, body, { as: user.token })).toMatchObject({ code: codes.noRealName });
    await exchange.database.pool.query(`UPDATE users SET verification = 'under-review' WHERE id = $1`, [user.id]);
    exchange.forgetSessions();
    expect(await call(name, body, { as: user.token })).toMatchObject({ code: codes.noRealName });
    await verifyForP2p(exchange, user.id);
    expect(await call(name, body, { as: user.token })).toMatchObject({ code: served[name] ?? codes.success });
  });
});
