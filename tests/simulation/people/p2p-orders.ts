import { transactionPassword } from './accounts.ts';
import { isDone, type Phone } from './phone.ts';

/** How somebody behaves as a side of P2P orders: probabilities of each, whenever they look at an order. */
export interface Manners {
  /** As the buyer, to say to have paid. */
  readonly pays: number;
  /** As the buyer, to cancel, also of what is said to be paid. */
  readonly cancels: number;
  /** As the seller of what is said to be paid. */
  readonly releases: number;
  readonly appeals: number;
  /** To do what only the other side may. */
  readonly meddles?: number;
}

interface Order {
  readonly id: string;
  readonly side: 'buy' | 'sell';
  readonly own: boolean;
  readonly state: string;
}

/** Does something about one of the own orders that go on. @returns whether there are any */
export async function carryOrdersOn(phone: Phone, manners: Manners): Promise<boolean> {
  const { data } = await phone.read('GET otcOrderList', { state: 'open', size: '20' });
  const { list } = data as { readonly list: readonly Order[] };
  if (list.length === 0) return false;
  const open = list.filter(({ side, state }) => (side === 'buy') === (state === 'waiting-payment'));
  const order = phone.draws.oneOf(open.length > 0 && phone.draws.happens(0.8) ? open : list);
  if (phone.draws.happens(manners.meddles ?? 0)) await meddle(phone, order);
  await (order.side === 'buy' ? carryPurchaseOn : carrySaleOn)(phone, order, manners);
  return true;
}

/** Releases what one buys, or calls off what one sells: only the other side may. */
async function meddle(phone: Phone, { id, side }: Order): Promise<void> {
  if (side === 'buy') {
    const answer = await phone.act('POST otcFinish', { id, received: true, transactionPassword });
    if (isDone(answer)) throw new Error(`${phone.name} released P2P order ${id} as its buyer`);
    return;
  }
  const answer = await phone.act('POST tradeCancel', { id, notPaid: true, confirmed: true });
  if (isDone(answer)) throw new Error(`${phone.name} cancelled P2P order ${id} as its seller`);
}

/** Shows and says something more of an order that ended: nothing of it is evidence any more. */
export async function protestLate(phone: Phone): Promise<void> {
  const { data } = await phone.read('GET otcOrderList', {
    state: phone.draws.oneOf(['completed', 'cancelled']),
    size: '5',
  });
  const { list } = data as { readonly list: readonly Order[] };
  if (list.length === 0) return;
  const { id } = phone.draws.oneOf(list);
  await phone.tell('POST uploadBuyProof', { order: id });
  await phone.tell('POST tradeAppeal', { id, text: 'It was not as it looks.' });
}

async function carryPurchaseOn(phone: Phone, { id, state }: Order, manners: Manners): Promise<void> {
  const { draws } = phone;
  if (draws.happens(manners.cancels)) {
    await phone.act('POST tradeCancel', { id, notPaid: true, confirmed: draws.happens(0.5) });
  } else if (state === 'waiting-payment' && draws.happens(manners.pays)) {
    if (draws.happens(0.5)) await phone.tell('POST uploadBuyProof', { order: id });
    await phone.tell('POST tradePaid', { id });
  } else if (state !== 'waiting-payment' && draws.happens(manners.appeals)) {
    await phone.tell('POST tradeAppeal', { id, text: 'I paid, and nothing happens.' });
  }
}

async function carrySaleOn(phone: Phone, { id, state }: Order, manners: Manners): Promise<void> {
  const { draws } = phone;
  // Who has not looked whether money came releases nothing, and tries it too early all the same.
  const isEarly = state === 'waiting-payment';
  if (draws.happens(isEarly ? 0.05 : manners.releases)) await release(phone, id);
  else if (!isEarly && draws.happens(manners.appeals))
    await phone.tell('POST tradeAppeal', { id, text: 'No money came so far.' });
}

async function release(phone: Phone, id: string): Promise<void> {
  await phone.act('POST otcFinish', { id, received: true, transactionPassword: password(phone) });
}

/** Digits are mistyped now and then. */
const password = ({ draws }: Phone) => (draws.happens(0.03) ? '864290' : transactionPassword);

/** Rates the merchant of one of the last completed orders. */
export async function rateOne(phone: Phone): Promise<void> {
  const { data } = await phone.read('GET otcOrderList', { state: 'completed', size: '5' });
  const taken = (data as { readonly list: readonly Order[] }).list.filter(({ own }) => !own);
  if (taken.length === 0) return;
  await phone.tell('PUT otcOrderList', { id: phone.draws.oneOf(taken).id, positive: phone.draws.happens(0.8) });
}
