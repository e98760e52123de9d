import { createGrid } from './grids.ts';
import { type Kind, newPairAtTimes } from './person.ts';
import type { Phone } from './phone.ts';

interface Miner {
  readonly id: string;
  readonly state: string;
  readonly capacity: number;
  readonly toCollect: string;
  readonly run: { readonly tank: number };
}

async function buyMiner(phone: Phone): Promise<void> {
  const { data } = await phone.read('GET common/miningList');
  const { list } = data as { readonly list: readonly { readonly id: string; readonly price: string }[] };
  const { id, price } = phone.draws.oneOf(list);
  await phone.act('POST addMiningOrder', { model: id, quantity: 1, price });
}

/** Buys miners, fills and starts them, and collects what they earn. */
export const miner: Kind = {
  name: 'miner',
  share: 8,
  pauseMostMs: 6_000,
  async live(phone) {
    const { draws } = phone;
    const { data } = await phone.read('GET miningOrder');
    const { list } = data as { readonly list: readonly Miner[] };
    if (list.length === 0 || draws.happens(0.1)) {
      await buyMiner(phone);
      return;
    }
    const { id, state, capacity, run, toCollect } = draws.oneOf(list);
    if (Number(toCollect) > 0) await phone.act('POST pickMiningOrder', { miner: id });
    else if (run.tank === 0)
      await phone.act('POST startUpMiningOrder', { step: 'fill', miner: id, fuel: 1 + draws.below(capacity) });
    else if (state === 'not-started') await phone.act('POST startUpMiningOrder', { step: 'start', miner: id });
  },
};

/** Borrows against coins, pays back in parts, and adds to what is locked. */
export const borrower: Kind = {
  name: 'borrower',
  share: 8,
  pauseMostMs: 6_000,
  async live(phone) {
    const { draws } = phone;
    const { data } = await phone.read('GET loan/list', { state: 'running' });
    const { list } = data as { readonly list: readonly { readonly id: string }[] };
    if (list.length === 0 || draws.happens(0.2)) {
      await phone.act('POST loan/add', {
        asset: 'USDT',
        amount: draws.oneOf(['100', '250', '390']),
        hours: draws.oneOf([1, 168]),
        collateral: { asset: 'BTC', wallet: 'spot', amount: draws.oneOf(['0.01', '0.02']) },
        contact: `${phone.name}@example.com`,
        document: 'E12345690',
      });
      return;
    }
    const loan = draws.oneOf(list).id;
    const what = draws.below(3);
    if (what === 0) await phone.act('POST coinLoan', { act: 'repay', loan, amount: draws.oneOf(['1', '33.333333']) });
    else if (what === 1) await phone.act('POST coinLoan', { act: 'repay-all', loan, most: '300' });
    else await phone.act('POST coinLoan', { act: 'top-up', loan, amount: '0.001' });
  },
};

/** Runs grids on pairs, pauses them, and stops them for good. */
export const robotOwner: Kind = {
  name: 'robot owner',
  share: 8,
  pauseMostMs: 6_000,
  async live(phone) {
    const { draws } = phone;
    const { data } = await phone.read('GET quant/order/list', { show: 'active' });
    const { list } = data as { readonly list: readonly { readonly id: string }[] };
    if (list.length > 0 && draws.happens(0.6)) {
      const { id } = draws.oneOf(list);
      const what = draws.below(3);
      if (what === 0) await phone.act('POST quant/redeem', { id, coins: draws.oneOf(['sell', 'keep']) });
      else await phone.act('POST quant/startIncome', { id, act: what === 1 ? 'pause' : 'start' });
      return;
    }
    const found = await newPairAtTimes(phone, 0.4);
    if (found === null) await createGrid(phone, 'BTCUSDT', 1);
    else await createGrid(phone, found.id, 4);
  },
};

/** Checks in every day, and tries it a second time. */
export const checkInVisitor: Kind = {
  name: 'check-in visitor',
  share: 4,
  pauseMostMs: 10_000,
  live: async (phone) => void (await phone.act('POST checkIn', {})),
};
