import { beforeAll, expect, it } from 'vitest';
import { codes } from '#protocol/core/codes.ts';
import type { P2pTalk } from '#protocol/p2p/entities/conversation.ts';
import { cheapHash, setTransactionPassword } from './caller.ts';
import { p2pExchange, password } from './p2p-exchange.ts';
import { verifyForP2p } from './p2p-standing.ts';
import type { Trader } from './p2p-market.ts';

/** What keeps strangers from being robbed in fiat trading, on a real exchange. */

let mei: Trader<string>;
let ada: Trader<string>;
const { caller, market, exchange, trader } = p2pExchange('fiat-safety');

beforeAll(async () => {
  [mei, ada] = [await trader(), await trader()];
}, 60_000);

const query = (text: string, values: unknown[]) => exchange().database.pool.query(text, values);
const lastLine = async (id: string) =>
  ((await caller.done('GET tradeBuyWaitPage', { id }, mei.as)) as { talk: P2pTalk | null }).talk?.last?.house;

it('warns the seller of an order that is marked as paid without a proof, once, with a link to it', async () => {
  const id = await market.order(ada, mei, 'buy');
  await caller.done('POST tradePaid', { id }, ada.as);
  const { rows } = await exchange().database.pool.query<{ wait: string }>(
    'SELECT due_at - paid_at AS wait FROM fiat_orders WHERE id = $1',
    [id],
  );
  expect(rows).toEqual([{ wait: '120000' }]);
  await query('UPDATE fiat_orders SET due_at = 1 WHERE id = $1', [id]);
  await expect.poll(() => lastLine(id)).toBe('order-unproven');
  const { list } = await caller.done('GET notice/list', { size: '5' }, mei.as);
  expect((list as { notice: unknown }[]).map(({ notice }) => notice)).toContainEqual(
    expect.objectContaining({ title: 'No payment proof yet', subject: { kind: 'fiat-order', order: id } }),
  );
  const { rows: after } = await exchange().database.pool.query('SELECT due_at, state FROM fiat_orders WHERE id = $1', [
    id,
  ]);
  expect(after).toEqual([{ due_at: null, state: 'paid' }]);
});

it('says nothing where a proof came in time', async () => {
  const id = await market.order(ada, mei, 'buy');
  await caller.done('POST tradePaid', { id }, ada.as);
  await query(`INSERT INTO fiat_proofs (file, fiat_order, by, at) VALUES ('aProofOfAFiatOrderHere', $1, 'buyer', 0)`, [
    id,
  ]);
  await query('UPDATE fiat_orders SET due_at = 1 WHERE id = $1', [id]);
  await expect
    .poll(async () => (await query('SELECT FROM fiat_orders WHERE id = $1 AND due_at IS NULL', [id])).rowCount)
    .toBe(1);
  expect(await lastLine(id)).toBe('order-paid');
});

it('holds coins that were bought from other people, and what there was besides is free', async () => {
  const payer = await trader();
  const id = await market.order(payer, mei, 'buy');
  await caller.done('POST tradePaid', { id }, payer.as);
  await caller.done('POST otcFinish', { id, received: true, transactionPassword: password }, mei.as);
  const pay = (amount: string, asset = 'USDT') =>
    caller.call(
      'POST freeTransferForWallet',
      { step: 'pay', to: { by: 'id', id: mei.id }, asset, amount, transactionPassword: password },
      { as: payer.as },
    );
  const { available } = await caller.done('GET withdrawPage', { asset: 'BTC' }, payer.as);
  expect((await pay(String(available), 'BTC')).code).toBe(codes.success);
  // Ten thousand in the spot wallet, and twenty bought: in the spot wallet or not makes no difference.
  await caller.done('POST transfer', { asset: 'USDT', from: 'fiat', to: 'spot', amount: '20' }, payer.as);
  expect((await pay('10000.00000001')).code).toBe(codes.withdrawalHold);
  await query('UPDATE value_holds SET until = until - 86400000 WHERE fiat_order = $1', [id]);
  expect((await pay('10000.00000001')).code).toBe(codes.success);
});

it('refuses nicknames that pass for staff', async () => {
  for (const nickname of ['Dunlin Support', '0fficial desk', '官方客服']) {
    expect((await caller.call('PUT nickName', { nickname }, { as: ada.as })).code, nickname).toBe(codes.nicknameTaken);
  }
  expect((await caller.call('PUT nickName', { nickname: 'Ada of Safety' }, { as: ada.as })).code).toBe(codes.success);
});

it('sells nothing from a new device for a day, and that device vouches for no other session', async () => {
  const email = 'new-device@example.com';
  const { id } = await caller.register(email);
  await setTransactionPassword(exchange(), id, await cheapHash(password));
  const logIn = async (device: string) => {
    const answer = await exchange().app.inject({
      method: 'POST',
      url: '/api/login',
      headers: { 'user-agent': device, 'content-type': 'application/json' },
      payload: { account: { by: 'email', email }, password: 'a long passphrase' },
    });
    const { data } = answer.json<{ data: { token: string } }>();
    return data.token;
  };
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1';
  const first: Trader<string> = { id, as: await logIn(phone) };
  await verifyForP2p(exchange(), id);
  await caller.done('POST recharge', { chain: 'PRACTICE', asset: 'USDT' }, first.as);
  const advert = await market.advert(mei, 'buy');
  const body = await market.takingOf(first, 'sell', advert);
  const refused = { code: codes.withdrawalHold, data: { reason: 'new-device' } };
  expect(await caller.call('POST tradeSell', body, { as: first.as })).toMatchObject(refused);
  expect(await caller.call('POST tradeSell', body, { as: await logIn(phone) })).toMatchObject(refused);
  // Buying takes nothing from the account.
  const purchase = await market.takingOf(first, 'buy', await market.advert(mei, 'sell'));
  expect((await caller.call('POST tradeBuy', purchase, { as: first.as })).code).toBe(codes.success);
  await query('UPDATE sessions SET waits_until = waits_until - 86400000 WHERE user_id = $1', [id]);
  expect((await caller.call('POST tradeSell', body, { as: first.as })).code).toBe(codes.success);
  const settled = await logIn(phone);
  await query('UPDATE fiat_orders SET taker = 0 WHERE taker = $1', [id]);
  await market.fund(settled, '20');
  expect((await caller.call('POST tradeSell', body, { as: settled })).code).toBe(codes.success);
});
