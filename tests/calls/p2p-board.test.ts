import { beforeAll, expect, it } from 'vitest';
import type { ListedAdvert } from '#protocol/p2p/entities/trade.ts';
import { p2pExchange } from './p2p-exchange.ts';
import type { Trader } from './p2p-market.ts';
import { setMerchantDeposit } from './p2p-standing.ts';

/** What narrows the board, on a real exchange with the merchants of practice mode beside two of its users. */

let mei: Trader<string>;
let ben: Trader<string>;
let ada: Trader<string>;
const { caller, market, exchange, trader } = p2pExchange('fiat-board', true);

beforeAll(async () => {
  [mei, ben, ada] = [await trader(), await trader(), await trader()];
  await exchange().practiceMerchants.keepAdverts();
  for (const merchant of [mei, ben]) await market.advert(merchant, 'sell');
}, 60_000);

/** Merchants of the adverts that somebody finds. */
async function found(more: object): Promise<ListedAdvert['merchant'][]> {
  const body = { side: 'buy', asset: 'USDT', currency: 'CNY', size: '100', ...more };
  const { list } = await caller.done('GET tradeList', body, ada.as);
  return (list as ListedAdvert[]).map(({ merchant }) => merchant);
}

it('the merchants who are online are those shown as online, practice merchants too', async () => {
  await exchange().database.pool.query('UPDATE sessions SET used_at = used_at - 600000 WHERE user_id = $1', [ben.id]);
  const all = await found({});
  expect(all.filter(({ online }) => !online).map(({ id }) => id)).toEqual([ben.id]);
  const online = await found({ online: 'true' });
  expect(online).toEqual(all.filter((one) => one.online));
  expect(online.filter(({ practice }) => practice === true)).toHaveLength(4);
  expect(online.map(({ id }) => id)).toContain(mei.id);
  // A page holds as many as fit, although some are left out of it.
  expect(await found({ online: 'true', size: '5' })).toHaveLength(5);
});

it('a merchant whose deposit is not whole takes up no room among those who are online', async () => {
  await setMerchantDeposit(exchange(), mei.id, 'short');
  const online = await found({ online: 'true' });
  expect(online.map(({ id }) => id)).not.toContain(mei.id);
  expect(await found({ online: 'true', size: '4' })).toHaveLength(4);
});
