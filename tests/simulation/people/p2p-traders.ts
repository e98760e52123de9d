import { becomeVerified, insist, registerByEmail } from './accounts.ts';
import { carryOrdersOn, type Manners, protestLate, rateOne } from './p2p-orders.ts';
import type { Kind } from './person.ts';
import type { Phone } from './phone.ts';

const honest: Manners = { pays: 0.8, cancels: 0.04, releases: 0.8, appeals: 0.1 };
/** Never pays, and says so now and then; never releases, and says that nothing came. */
const dishonest: Manners = { pays: 0, cancels: 0.1, releases: 0, appeals: 0.3, meddles: 0.15 };

const methods = ['alipay', 'paypal'] as const;
const sides = ['buy', 'sell'] as const;
const currency = 'CNY';
const asset = 'USDT';
const againMs = 4_000;
const listedMost = 4;
const seenMost = 20;

/** What everybody of fiat trading has: a verified name, accounts to be paid on, and coins in the fiat wallet. */
export async function becomeTrader(phone: Phone, amount: string): Promise<void> {
  await phone.tell('PUT nickName', { nickname: phone.name.replaceAll('-', ' ') });
  await becomeVerified(phone);
  const account = `${phone.name}@example.com`;
  for (const method of methods) await phone.tell('POST cnyPayAdd', { method, holder: 'Mei Lin', account, qr: null });
  await insist(phone, 'POST transfer', { asset, from: 'spot', to: 'fiat', amount });
}

interface MerchantPage {
  readonly merchant: boolean;
  readonly deposit: { readonly state: string };
}

async function becomeMerchant(phone: Phone): Promise<void> {
  await becomeTrader(phone, '4000');
  for (;;) {
    const { data } = await phone.read('GET legalMgrPage');
    const { merchant, deposit } = data as MerchantPage;
    if (merchant) return;
    if (deposit.state !== 'processing') await insist(phone, 'POST deposit', {});
    await phone.wait(againMs);
  }
}

async function ownMethods(phone: Phone): Promise<readonly { readonly id: string; readonly method: string }[]> {
  const { data } = await phone.read('GET cnyPayList');
  return (data as { readonly list: readonly { readonly id: string; readonly method: string }[] }).list;
}

interface Board {
  readonly list: readonly Advert[];
  readonly index: string | null;
}

interface Advert {
  readonly id: string;
  readonly price: string | null;
  readonly available: string;
  readonly min: string;
  readonly methods: readonly string[];
  readonly own: boolean;
  readonly merchant: { readonly practice?: boolean };
}

async function boardOf(phone: Phone, side: 'buy' | 'sell'): Promise<Board> {
  const { data } = await phone.read('GET tradeList', { side, asset, currency, size: '50' });
  return data as Board;
}

async function publish(phone: Phone): Promise<void> {
  const { draws } = phone;
  const side = draws.oneOf(sides);
  const { index } = await boardOf(phone, side);
  if (index === null) return;
  const apart = (draws.next() - 0.5) / 10;
  const terms = {
    asset,
    currency,
    pricing: draws.happens(0.5)
      ? { kind: 'fixed', price: (Number(index) * (1 + apart)).toFixed(2) }
      : { kind: 'floating', percent: (100 * (1 + apart)).toFixed(1), bound: null },
    amount: draws.oneOf(['60', '150.5', '333.333333']),
    min: '20',
    max: '3000',
    paymentMinutes: 15,
  };
  if (side === 'buy') await phone.act('POST otcBuy', { ...terms, methods: [...methods] });
  else await phone.act('POST otcSell', { ...terms, methods: (await ownMethods(phone)).map(({ id }) => id) });
}

/** Withdraws, pauses or resumes one of the own adverts, or publishes another. */
async function keepAdverts(phone: Phone): Promise<void> {
  const { draws } = phone;
  const { data } = await phone.read('GET otcBillList', { state: 'listed' });
  const { list } = data as { readonly list: readonly { readonly id: string; readonly paused: boolean }[] };
  if (list.length < 2 || (list.length < listedMost && draws.happens(0.3))) {
    await publish(phone);
    return;
  }
  const { id, paused } = draws.oneOf(list);
  if (draws.happens(0.3)) await phone.act('POST cancelOrder', { id });
  else if (paused || draws.happens(0.2)) await phone.tell('PUT otcBillList', { id, paused: !paused, confirmed: true });
}

/** A merchant whose adverts others take, and who takes none. */
const merchantOf = (name: string, share: number, manners: Manners): Kind => ({
  name,
  share,
  pauseMostMs: 5_000,
  register: registerByEmail,
  begin: becomeMerchant,
  async live(phone) {
    if (phone.draws.happens(0.1)) await protestLate(phone);
    else if (phone.draws.happens(0.2) || !(await carryOrdersOn(phone, manners))) await keepAdverts(phone);
  },
});

/** Takes an advert that sells coins, and more of it than others do. */
export const buyOne = (phone: Phone): Promise<void> => takeOne(phone, 'buy', 10);
/** Takes one that buys them. */
export const sellOne = (phone: Phone): Promise<void> => takeOne(phone, 'sell');

/** What somebody saw on the board before: some of it is not there any more. */
const seen = new WeakMap<Phone, Map<string, readonly Advert[]>>();

/** Adverts to take one of, now and then as they were on the board a while ago. */
function shownOrSeen(phone: Phone, side: string, shown: readonly Advert[]): readonly Advert[] {
  const before = seen.get(phone) ?? new Map<string, readonly Advert[]>();
  seen.set(phone, before);
  const gone = (before.get(side) ?? []).filter(({ id }) => shown.every((one) => one.id !== id));
  before.set(side, [...shown, ...gone].slice(0, seenMost));
  return gone.length > 0 && phone.draws.happens(0.3) ? gone : shown;
}

async function takeOne(phone: Phone, side: 'buy' | 'sell', times = 1): Promise<void> {
  const { draws } = phone;
  const { list } = await boardOf(phone, side);
  // Of people rather than of the house.
  const ofPeople = shownOrSeen(
    phone,
    side,
    list.filter(({ merchant }) => merchant.practice !== true),
  );
  const from = ofPeople.length > 0 && draws.happens(0.8) ? ofPeople : list;
  if (from.length === 0) return;
  const { id, price, min, methods: taken } = draws.oneOf(from);
  const amount = String(Number(min) * (1 + draws.below(4)) * times);
  const terms = { advert: id, price: price ?? '7', amount, in: 'currency' };
  if (side === 'buy') {
    await phone.act('POST tradeBuy', { ...terms, method: draws.oneOf(taken), confirmed: true });
    return;
  }
  const own = (await ownMethods(phone)).find(({ method }) => taken.includes(method));
  if (own !== undefined) await phone.act('POST tradeSell', { ...terms, method: own.id });
}

/** Takes adverts of both sides. */
const takerOf = (name: string, share: number, manners: Manners): Kind => ({
  name,
  share,
  pauseMostMs: 5_000,
  register: registerByEmail,
  begin: (phone) => becomeTrader(phone, '2000'),
  async live(phone) {
    const { draws } = phone;
    if (draws.happens(0.1)) await rateOne(phone);
    else if (draws.happens(0.3) || !(await carryOrdersOn(phone, manners))) await takeOne(phone, draws.oneOf(sides));
  },
});

/** Trades fiat, some of whom nobody wants to meet. */
export const p2pTraders: readonly Kind[] = [
  merchantOf('p2p merchant', 6, honest),
  takerOf('p2p taker', 10, honest),
  takerOf('never paying', 3, dishonest),
  merchantOf('never releasing', 3, dishonest),
];
