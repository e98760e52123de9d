import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallSpec } from '#protocol/core/call.ts';
import { type CallName, calls } from '#protocol/calls.ts';
import { type ExchangeForTest, exchangeForTest } from './exchange-for-test.ts';
import { verifyForP2p } from './p2p-standing.ts';
import { pictureForm } from './picture-form.ts';

let exchange: ExchangeForTest;
let token = '';

beforeAll(async () => {
  exchange = await exchangeForTest();
  const payload = { kind: 'practice' };
  const answer = await exchange.app.inject({ method: 'POST', url: '/api/register', payload });
  const { data } = answer.json<{ data: { token: string; profile: { id: string } } }>();
  token = data.token;
  // Somebody who may make every call.
  await verifyForP2p(exchange, data.profile.id);
  await exchange.database.pool.query('UPDATE users SET merchant = true WHERE id = $1', [data.profile.id]);
});
afterAll(() => exchange.close());

async function ask(verb: string, path: string, input: object, headers: Record<string, string>) {
  const isGet = verb === 'GET';
  const isUpload = (calls as Record<string, CallSpec>)[`${verb} ${path}`]?.upload === true;
  const body = isUpload ? await pictureForm(input) : { payload: input, contentType: 'application/json' };
  const query = isGet ? `?${new URLSearchParams(input as Record<string, string>).toString()}` : '';
  const response = await exchange.app.inject({
    method: verb as 'GET' | 'POST' | 'PUT',
    url: `/api/${path.replaceAll(/\{\w+\}/g, '1')}${query}`,
    headers: isGet ? headers : { ...headers, 'content-type': body.contentType },
    ...(isGet ? {} : { payload: body.payload }),
  });
  return { status: response.statusCode, ...response.json<{ code: number; type: string; data: unknown }>() };
}

/** Right inputs for a user who just came. */
const rightInputs: Partial<Record<keyof typeof calls, object>> = {
  'POST checkChatPwd': { rules: 1 },
  'GET getChatList': { what: 'groups' },
  'GET common/backingEntries': { product: 'fixed-terms', asset: 'USDT' },
  'PUT stockAlerts': { product: 'fixed-term', item: '1', on: false },
  'GET common/tradeList': { pair: 'BTCUSDT' },
  'GET common/kline': { pair: 'BTCUSDT', interval: '1h', size: '10' },
  'GET quant/candles': { pair: 'BTCUSDT', week: '1794787200000' },
  'GET common/checkInviteCode': { code: '' },
  'PUT nickName': { nickname: 'Mei Lin' },
  'POST common/checkEmailSend': { email: 'mei@example.com', purpose: 'register' },
  'POST common/checkSmsSend': { country: 'CN', phone: '13812345678', purpose: 'register' },
  'POST api/upload/img': { purpose: 'avatar' },
  'POST recharge': { chain: 'PRACTICE', asset: 'ETH' },
  'POST pwd': { kind: 'transaction', proof: { by: 'nothing' }, password: '482913', confirmation: '482913' },
  'POST bindAccount': { kind: 'address-wait', on: true },
  'GET withdrawPage': { asset: 'USDT' },
  'GET getWithdrawMinNum': { asset: 'USDT', chain: 'TEST' },
  'POST transfer': { asset: 'USDT', from: 'spot', to: 'contract', amount: '1' },
  'GET contractOptionCoin-coin-info': { coin: 'BTC' },
  'GET contractPage': { contract: 'BTCPERP' },
  'GET contractList': { show: 'positions' },
  'GET common/knowTeManagementList': { state: 'ended' },
  'GET tradeList': { side: 'buy', asset: 'USDT', currency: 'CNY' },
  'POST cnyPayAdd': { method: 'paypal', holder: 'Mei Lin', account: 'mei@example.com' },
  'POST worker/order/add': {
    clientId: '0123456789abcdef0123456789abcdef',
    title: 'Deposit',
    description: 'Where is it?',
  },
};
/** Calls that only answer to something that was there before: their own tests make it. */
const needsMore = new Set([
  'login',
  'register',
  'forgetPwd',
  'checkSmsCode',
  'common/article',
  'common/whiteBook',
  'currency',
  'cancelCurrency',
  'POST verify',
  'PUT pwd',
  'withdrawCoin',
  'withdrawCoinApp',
  'convert',
  'freeTransferForWallet',
  'contract',
  'cancelContract',
  'outContract',
  'contractPl',
  'contractOptionOrder-add',
  'contractOptionOrder-detail',
  'worker/order/reply/add',
  'cnyPayDel',
  'loan/add',
  'finPeriodicOrderAdd',
  'PUT finPeriodicMyOrderList',
  'DELETE finPeriodicMyOrderList',
  'addMiningOrder',
  'startUpMiningOrder',
  'pickMiningOrder',
  'miningOrderDetail',
  'POST myearnings',
  'POST addCoinApply',
  'PUT addCoinApply',
  'teManagementOrderAdd',
  'common/teManagementAllotment',
  'coinLoan',
  'otcBuy',
  'otcSell',
  'cancelOrder',
  'PUT otcBillList',
  'PUT otcOrderList',
  'tradeBuy',
  'tradeSell',
  'tradeBuyWaitPage',
  'tradePaid',
  'tradeCancelPre',
  'tradeCancel',
  'otcFinish',
  'tradeAppeal',
  'uploadBuyProof',
  'deposit',
  'makeUpDeposit',
  'backDeposit',
  'POST quant/create',
  'PUT quant/create',
  'quant/startIncome',
  'quant/redeem',
  'quant/returnAssets',
  'quant/order/detail',
  'quant/order/trades',
]);

describe.each(Object.entries<CallSpec>(calls))('%s', (name, spec) => {
  const [verb = '', path = ''] = name.split(' ');
  const signedIn = () => ({
    authorization: `Bearer ${token}`,
    'idempotency-key': `every-call-${path.replaceAll(/\W/g, '-')}`,
  });

  it.runIf(spec.access !== 'public')('asks a visitor to log in', async () => {
    expect(await ask(verb, path, {}, {})).toMatchObject({ status: 200, code: 1001, type: '999', data: null });
    const dead = { authorization: `Bearer ${'x'.repeat(43)}` };
    expect(await ask(verb, path, {}, dead)).toMatchObject({ status: 200, code: 1001, type: 'expired', data: null });
    const nonsense = { authorization: 'Basic bWU6bWU=' };
    expect(await ask(verb, path, {}, nonsense)).toMatchObject({ status: 200, code: 1001, data: null });
  });

  /** Right by its form, also where the user lacks what it names. */
  const formed: object = rightInputs[name as CallName] ?? calls[name as CallName].example.input;

  it('refuses a field it does not know', async () => {
    const input = { ...formed, unknown: '1' };
    expect(await ask(verb, path, input, signedIn())).toMatchObject({ status: 400, code: 100, data: null });
  });

  it.runIf(spec.money)('refuses to move money without an idempotency key', async () => {
    const { authorization } = signedIn();
    const keys: Record<string, string>[] = [{}, { 'idempotency-key': 'short' }];
    for (const key of keys) {
      expect(await ask(verb, path, formed, { authorization, ...key })).toMatchObject({
        status: 400,
        code: 100,
        data: null,
      });
    }
  });

  it.runIf(!needsMore.has(path) && !needsMore.has(name) && !path.includes('{') && path !== 'logout')(
    'answers by its schema',
    async () => {
      const input = rightInputs[name as keyof typeof calls] ?? {};
      expect(await ask(verb, path, input, signedIn())).toMatchObject({ status: 200, code: 200, type: 'ok' });
      expect(exchange.errors).toEqual([]);
    },
  );

  it.runIf(path.includes('{'))('answers 404 for unknown files', async () => {
    expect(await ask(verb, path, {}, signedIn())).toMatchObject({ status: 200, code: 404, type: 'error' });
  });
});
