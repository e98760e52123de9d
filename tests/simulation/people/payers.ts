import { codes } from '#protocol/core/codes.ts';
import { logInElsewhere, registerByEmail, transactionPassword } from './accounts.ts';
import { type Balance, balancesOf, spotFunds } from './balances.ts';
import { askWithdrawal } from './custody.ts';
import { becomeTrader, buyOne, sellOne } from './p2p-traders.ts';
import { carryOrdersOn } from './p2p-orders.ts';
import { type Kind, priceOf } from './person.ts';
import { type Answer, isDone, type Phone } from './phone.ts';

/** Sends coins to somebody at once. */
function pay(phone: Phone, to: string, asset: string, amount: string): Promise<Answer> {
  const paying = { step: 'pay', to: { by: 'id', id: to }, asset, amount, transactionPassword };
  return phone.act('POST freeTransferForWallet', paying);
}

/** Sends coins to others, also more than there is, to themselves and to nobody. */
export const sender: Kind = {
  name: 'sender',
  share: 6,
  pauseMostMs: 4_000,
  register: registerByEmail,
  async live(phone) {
    const { draws } = phone;
    const others = phone.others('');
    if (others.length === 0) return;
    const to = draws.happens(0.1) ? draws.oneOf([phone.id, '999999']) : draws.oneOf(others).id;
    const asset = draws.oneOf(['USDT', 'BTC']);
    await pay(phone, to, asset, draws.oneOf(['0.00000001', '0.0005', '2.5', '20000']));
  },
};

/** Wallets in which what was bought from others is held by its value. */
const heldIn = new Set(['spot', 'fiat']);
/** Prices fall a little meanwhile, and conversions cost. */
const heldLeast = 0.9;

/** @throws Error when less is there than has to stay */
async function checkHeld(phone: Phone): Promise<void> {
  const { data } = await phone.read('GET withdrawPage', { asset: 'USDT' });
  const { held } = data as { readonly held: { readonly value: string } | null };
  if (held === null) return;
  const left = (await balancesOf(phone)).filter(({ wallet }) => heldIn.has(wallet));
  const worth = left.reduce((sum, { valuation }) => sum + Number(valuation), 0);
  if (worth < Number(held.value) * heldLeast)
    throw new Error(`${phone.name} has ${worth} left, of which ${held.value} is held`);
}

const ways = [
  'instant',
  'instant',
  'withdrawal',
  'conversion',
  'wallet',
  'sale',
  'sale',
  'order',
  'another buyer',
  'practice coins',
  'too much',
] as const;

/** Tries to get everything out in one of the ways there are. */
async function takeOut(phone: Phone): Promise<void> {
  const { draws } = phone;
  const held = (await balancesOf(phone)).filter(({ available }) => Number(available) > 0);
  const accomplices = phone.others('');
  if (held.length === 0 || accomplices.length === 0) return;
  const { asset, wallet, available, frozen, locked } = draws.oneOf(held);
  const to = draws.oneOf(accomplices).id;
  // Most ways begin in the spot wallet.
  const way = wallet === 'fiat' && draws.happens(0.5) ? 'sale' : draws.oneOf(ways);
  if (way === 'instant') await pay(phone, to, asset, available);
  else if (way === 'conversion') await convert(phone, asset, available);
  else if (way === 'order') await tradeAway(phone);
  else if (way === 'another buyer') await sellOne(phone);
  else if (way === 'practice coins') await phone.act('POST recharge', { chain: 'PRACTICE', asset: 'USDT' });
  else if (way === 'withdrawal') await withdraw(phone, asset, available);
  else if (way === 'too much') {
    const answer = await pay(phone, to, asset, (Number(available) + Number(frozen) + Number(locked) + 1).toFixed(6));
    if (answer.code === codes.success && wallet === 'spot')
      throw new Error(`${phone.name} paid more ${asset} than there is`);
  } else await moveOn(phone, way, { asset, wallet, available });
}

async function moveOn(
  phone: Phone,
  way: 'wallet' | 'sale',
  { asset, wallet, available }: Pick<Balance, 'asset' | 'wallet' | 'available'>,
): Promise<void> {
  const to = way === 'sale' ? 'spot' : phone.draws.oneOf(['spot', 'option', 'contract', 'quant'] as const);
  await phone.act('POST transfer', { asset, from: wallet, to, amount: available });
}

/** Sends nearly all of a coin to a chain: what it costs there comes on top. */
async function withdraw(phone: Phone, asset: string, available: string): Promise<void> {
  await askWithdrawal(phone, asset, (Number(available) * 0.95).toFixed(6));
}

/** Pays far too much for coins that an accomplice offers, where nobody else does. */
async function tradeAway(phone: Phone): Promise<void> {
  const wanted = (await spotFunds(phone)).find(({ asset }) => asset === 'USDT');
  const price = (await priceOf(phone, 'LTCUSDT')) * 3;
  const amount = Math.floor((Number(wanted?.available ?? 0) / price) * 100) / 100;
  if (price === 0 || amount === 0) return;
  const terms = { pair: 'LTCUSDT', side: 'buy', amount: String(amount), price: price.toFixed(2) };
  await phone.act('POST currency', { type: 'limit', ...terms });
}

/** Sends everything of a coin from another device, as whoever stole a password would: it has to wait for a day. */
async function sendFromElsewhere(phone: Phone): Promise<void> {
  const [to] = phone.others('');
  const [held] = await spotFunds(phone);
  if (to === undefined || held === undefined || !(await logInElsewhere(phone))) return;
  const { token } = phone;
  const answer = await pay(phone, to.id, held.asset, held.available);
  const isElsewhere = phone.token === token;
  await phone.logIn?.();
  if (isElsewhere && isDone(answer)) throw new Error(`${phone.name} sent ${held.asset} from a device that was new`);
}

async function convert(phone: Phone, asset: string, available: string): Promise<void> {
  const to = asset === 'USDT' ? 'BTC' : 'USDT';
  const { data } = await phone.read('GET convertPage', { from: asset, to, amount: available });
  const quote = (data as { readonly quote: { readonly id: string } | null } | null)?.quote;
  if (quote) await phone.act('POST convert', { quote: quote.id });
}

/** Everything that can be sent goes to somebody else. */
async function giveAway(phone: Phone): Promise<void> {
  const [to] = phone.others('');
  if (to === undefined) return;
  for (const { asset, available } of await spotFunds(phone)) await pay(phone, to.id, asset, available);
}

/**
 * Buys from others without ever paying them, and tries to get away with what was bought: it has to stay for a day. What was
 * there before goes to an accomplice first.
 */
export const thief: Kind = {
  name: 'thief',
  share: 3,
  pauseMostMs: 3_000,
  register: registerByEmail,
  async begin(phone) {
    await becomeTrader(phone, '1');
    await giveAway(phone);
  },
  async live(phone) {
    const { draws } = phone;
    if (draws.happens(0.05)) await sendFromElsewhere(phone);
    else if (draws.happens(0.3)) await buyOne(phone);
    else if (draws.happens(0.4)) await carryOrdersOn(phone, { pays: 1, cancels: 0, releases: 0.2, appeals: 0.2 });
    else await takeOut(phone);
    await checkHeld(phone);
  },
};
