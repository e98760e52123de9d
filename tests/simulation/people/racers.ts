import type { CallName } from '#protocol/calls.ts';
import { type Kind, priceOf } from './person.ts';
import { isDone, type Phone } from './phone.ts';

/** Does the same from two phones at once, under two keys. */
async function actTwice(phone: Phone, call: CallName, body: object): Promise<void> {
  await Promise.all([phone.act(call, body), phone.act(call, body)]);
}

async function convertTwice(phone: Phone): Promise<void> {
  const { data } = await phone.read('GET convertPage', { from: 'USDT', to: 'BTC', amount: '25' });
  const quote = (data as { readonly quote: { readonly id: string } | null } | null)?.quote ?? null;
  if (quote !== null) await actTwice(phone, 'POST convert', { quote: quote.id });
}

async function fillTwice(phone: Phone): Promise<void> {
  const { data } = await phone.read('GET miningOrder');
  const [own] = (data as { readonly list: readonly { readonly id: string; readonly toCollect: string }[] }).list;
  if (own === undefined) {
    const models = await phone.read('GET common/miningList');
    const [model] = (models.data as { readonly list: readonly { readonly id: string; readonly price: string }[] }).list;
    if (model !== undefined)
      await phone.act('POST addMiningOrder', { model: model.id, quantity: 1, price: model.price });
    return;
  }
  const miner = own.id;
  if (Number(own.toCollect) > 0) await actTwice(phone, 'POST pickMiningOrder', { miner });
  else await actTwice(phone, 'POST startUpMiningOrder', { step: 'fill', miner, fuel: 1 });
}

async function leaveTwice(phone: Phone): Promise<void> {
  const { data } = await phone.read('GET finPeriodicMyOrderList', { state: 'not-earned' });
  const [own] = (data as { readonly list: readonly { readonly id: string }[] }).list;
  if (own !== undefined) await actTwice(phone, 'DELETE finPeriodicMyOrderList', { id: own.id });
  const offer = await phone.read('GET finPeriodicList');
  const [product] = (offer.data as { readonly list: readonly { readonly id: string; readonly version: number }[] })
    .list;
  if (product === undefined) return;
  await phone.act('POST finPeriodicOrderAdd', { product: product.id, version: product.version, amount: '5' });
}

async function repayTwice(phone: Phone): Promise<void> {
  const { data } = await phone.read('GET loan/list', { state: 'running' });
  const [own] = (data as { readonly list: readonly { readonly id: string }[] }).list;
  if (own !== undefined) {
    await actTwice(phone, 'POST coinLoan', { act: 'repay', loan: own.id, amount: '1' });
    return;
  }
  const collateral = { asset: 'BTC', wallet: 'spot', amount: '0.005' };
  const rest = { hours: 1, contact: `${phone.name}@example.com`, document: 'E12345690' };
  const asked = { asset: 'USDT', amount: phone.draws.oneOf(['100', '800']), collateral, ...rest };
  await phone.act('POST loan/add', asked);
}

async function endTwice(phone: Phone): Promise<void> {
  const pair = 'BTCUSDT';
  const price = await priceOf(phone, pair);
  const bound = (factor: number) => (price * factor).toFixed(1);
  const made = await phone.act('POST quant/create', {
    pair,
    name: 'Grid',
    amount: '400',
    from: 'spot',
    parameters: { strategy: 'grid', lower: bound(0.99), upper: bound(1.01), lines: 6, spacing: 'arithmetic' },
    bounds: { stopLoss: null, takeProfit: null },
  });
  if (!isDone(made)) return;
  await phone.wait(phone.draws.next() * 4_000);
  const { id } = (made.data as { readonly robot: { readonly id: string } }).robot;
  await actTwice(phone, 'POST quant/redeem', { id, coins: phone.draws.oneOf(['keep', 'sell']) });
}

/** There and back at once. */
async function moveBothWays(phone: Phone): Promise<void> {
  const amount = phone.draws.oneOf(['1', '3.5']);
  await Promise.all([
    phone.act('POST transfer', { asset: 'USDT', from: 'spot', to: 'fiat', amount }),
    phone.act('POST transfer', { asset: 'USDT', from: 'fiat', to: 'spot', amount }),
  ]);
}

const races: readonly ((phone: Phone) => Promise<void>)[] = [
  convertTwice,
  fillTwice,
  leaveTwice,
  repayTwice,
  endTwice,
  moveBothWays,
  (phone) => actTwice(phone, 'POST checkIn', {}),
  (phone) => actTwice(phone, 'POST recharge', { chain: 'PRACTICE', asset: phone.draws.oneOf(['SOL', 'ETH']) }),
];

/** Tries to have twice what there is once. */
export const racer: Kind = {
  name: 'racer',
  share: 12,
  pauseMostMs: 1_500,
  live: (phone) => phone.draws.oneOf(races)(phone),
};
