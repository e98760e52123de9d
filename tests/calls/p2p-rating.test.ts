import { beforeAll, expect, it } from 'vitest';
import { codes } from '#protocol/core/codes.ts';
import { p2pExchange, password } from './p2p-exchange.ts';
import type { Trader } from './p2p-market.ts';

/** Ratings: who took an order says how its merchant was, once an order. */

const { caller, market, exchange, trader, codeOf } = p2pExchange('fiat-rating');
let mei: Trader<string>;
let ada: Trader<string>;

beforeAll(async () => void ([mei, ada] = [await trader(), await trader()]), 60_000);

/** A sale of Ada's to Mei, released. */
async function completed(): Promise<string> {
  const id = await market.paidSale(ada, mei);
  await caller.done('POST otcFinish', { id, received: true, transactionPassword: password }, ada.as);
  return id;
}

const rate = (id: string, positive: boolean) => caller.done('PUT otcOrderList', { id, positive }, ada.as);
const detail = (id: string, as: string) => caller.done('GET tradeBuyWaitPage', { id }, as);

async function figures(id: string): Promise<{ rated: unknown; positive: unknown }> {
  const { rated, positive } = (await detail(id, ada.as))['counterparty'] as { rated: unknown; positive: unknown };
  return { rated, positive };
}

it('counts one verdict an order, the last one', async () => {
  const [one, two] = [await completed(), await completed()];
  expect(await figures(one)).toEqual({ rated: 0, positive: null });
  expect((await detail(one, ada.as))['rating']).toMatchObject({ positive: null });
  await Promise.all([rate(one, true), rate(one, true)]);
  expect(await figures(one)).toEqual({ rated: 1, positive: '100' });
  await rate(two, false);
  expect(await figures(one)).toEqual({ rated: 2, positive: '50' });
  await rate(one, false);
  await rate(two, true);
  await rate(two, true);
  expect(await figures(one)).toEqual({ rated: 2, positive: '50' });
  expect((await detail(two, ada.as))['rating']).toMatchObject({ positive: true });
});

it('is for those who took a completed order, for thirty days', async () => {
  const open = await market.paidSale(ada, mei);
  expect(await codeOf('PUT otcOrderList', { id: open, positive: true }, ada.as)).toBe(
    'operationFailed not-to-be-rated',
  );
  expect((await detail(open, ada.as))['rating']).toBeNull();
  const done = await completed();
  expect((await detail(done, mei.as))['rating']).toBeNull();
  expect(await codeOf('PUT otcOrderList', { id: done, positive: true }, mei.as)).toBe(
    'operationFailed not-to-be-rated',
  );
  const stranger = await trader();
  expect(await codeOf('PUT otcOrderList', { id: done, positive: true }, stranger.as)).toBe('notFound');
  await exchange().database.pool.query('UPDATE fiat_orders SET ended_at = 1 WHERE id = $1', [done]);
  expect(await caller.call('PUT otcOrderList', { id: done, positive: true }, { as: ada.as })).toMatchObject({
    code: codes.operationFailed,
    data: { why: 'not-to-be-rated' },
  });
});
