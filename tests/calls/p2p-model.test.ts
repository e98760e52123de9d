import * as fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { atDepth, seed } from '../depth.ts';
import { type CallName, calls as catalogue } from '#protocol/calls.ts';
import { appealStatementsMax, freeCancelsPerDay, openP2pOrdersMax } from '#protocol/p2p/currencies.ts';
import { decideAppeal } from '#server/p2p/orders/appeals/operate-appeals.ts';
import { orderTransitions } from '#server/p2p/orders/rules.ts';
import { p2pExchange, password } from './p2p-exchange.ts';
import type { Trader } from './p2p-market.ts';
import { escrowFaults } from './p2p-standing.ts';

/**
 * Orders, their advert and the deposit behind it, by the calls of a real exchange, against a model that knows nothing of
 * the tables of transitions.
 */

const runs = atDepth(12, 6);
/** As many runs reach everything that belongs here, which is then asked for. */
const runsReachingAll = 200;
let mei: Trader<string>;
let ada: Trader<string>;
const { caller, market, exchange, trader, codeOf } = p2pExchange('fiat-model');

beforeAll(async () => {
  [mei, ada] = [await trader(), await trader()];
}, 60_000);

type Side = 'buyer' | 'seller';
type State = 'waiting-payment' | 'paid' | 'appeal' | 'completed' | 'cancelled';

interface ModelOrder {
  readonly id: string;
  readonly amount: number;
  state: State;
  /** The time has passed in which the buyer of a paid order waits before an appeal. */
  isLate: boolean;
  /** Statements of each side in an appeal. */
  readonly said: Record<Side, number>;
}

/** The naive machine. */
interface Model {
  readonly advert: string;
  readonly taking: object;
  isListed: boolean;
  left: number;
  cancels: number;
  readonly orders: ModelOrder[];
  /** The key of the last successful purchase, and what was asked for. */
  last: { readonly key: string; readonly amount: number } | null;
}

type Act = 'pay' | 'release' | 'cancel' | 'appeal';

/** Which order a step is about: the last ones first, of all or of those that are open. */
interface Which {
  readonly nth: number;
  readonly open: boolean;
}

type Flaw = 'none' | 'own' | 'price' | 'method';

type Step =
  | { readonly does: 'take'; readonly amount: number; readonly flaw: Flaw; readonly confirmed?: boolean }
  | { readonly does: 'take-again'; readonly same: boolean }
  | { readonly does: 'withdraw' }
  | { readonly does: 'ask-back' }
  | ({ readonly does: Act; readonly by: Side; readonly flaw: boolean; readonly again: 'no' | 'same' | 'other' } & Which)
  | ({ readonly does: 'say-much'; readonly by: Side } & Which)
  | ({ readonly does: 'expire' | 'be-late' | 'decide-release' | 'decide-refund' } & Which);

const which = { nth: fc.nat({ max: 3 }), open: fc.integer({ min: 0, max: 3 }).map((one) => one > 0) };
const side = fc.constantFrom<Side>('buyer', 'seller');
const asked = {
  ...which,
  flaw: fc.integer({ min: 0, max: 9 }).map((one) => one === 9),
  again: fc.constantFrom('no' as const, 'no' as const, 'same' as const, 'other' as const),
};
/** Who does what in an order that goes its way. */
const proper = fc.constantFrom(
  { does: 'pay', by: 'buyer' } as const,
  { does: 'pay', by: 'buyer' } as const,
  { does: 'appeal', by: 'seller' } as const,
  { does: 'appeal', by: 'buyer' } as const,
  { does: 'release', by: 'seller' } as const,
  { does: 'cancel', by: 'buyer' } as const,
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('take' as const),
      amount: fc.constantFrom(10, 10, 20, 40, 60, 1),
      flaw: fc.constantFrom('none' as const, 'none' as const, 'none' as const, 'own', 'price', 'method'),
      confirmed: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('take-again' as const), same: fc.boolean() }) },
  { weight: 10, arbitrary: fc.tuple(proper, fc.record(asked)).map(([act, rest]) => ({ ...act, ...rest })) },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constantFrom<Act>('pay', 'release', 'cancel', 'appeal'),
      by: side,
      ...asked,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constantFrom('expire' as const, 'be-late' as const, 'decide-release' as const, 'decide-refund' as const),
      ...which,
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('say-much' as const), by: side, ...which }) },
  { weight: 1, arbitrary: fc.constantFrom({ does: 'withdraw' } as const, { does: 'ask-back' } as const) },
);

const newest = { nth: 0, open: true, flaw: false, again: 'no' } as const;
const takes: Step = { does: 'take', amount: 10, flaw: 'none', confirmed: true };
/** Ways on which an order comes far, or a buyer to a limit: single steps alone seldom do. */
const ways = fc.constantFrom<readonly Step[]>(
  [takes, { does: 'pay', by: 'buyer', ...newest }],
  [takes, { does: 'pay', by: 'buyer', ...newest }, { does: 'appeal', by: 'seller', ...newest }],
  [takes, { does: 'pay', by: 'buyer', ...newest }, { does: 'appeal', by: 'seller', ...newest }],
  [takes, { does: 'cancel', by: 'buyer', ...newest }, takes, { does: 'cancel', by: 'buyer', ...newest }],
);
const steps = fc
  .array(fc.oneof({ weight: 5, arbitrary: fc.tuple(step) }, { weight: 1, arbitrary: ways }), {
    minLength: 6,
    maxLength: 20,
    size: 'max',
  })
  .map((parts) => parts.flat());

/** Runs of the same two people: a practice account funds about a hundred adverts. */
const runsOfTwo = 80;
let begun = 0;

const isOpen = ({ state }: ModelOrder) => state !== 'completed' && state !== 'cancelled';
/** Answers as in `POST tradeBuy notFound`. */
const reached = new Set<string>();
/** Changes as in `paid appeal appeal`: the state before, what happened, and the state after. */
const happened = new Set<string>();

/** Asks, and counts the answer as reached. */
async function expectAnswer(name: CallName, body: object, as: string, wanted: string, key?: string): Promise<void> {
  const answer = await codeOf(name, body, as, key);
  // What was logged tells more than "server error".
  const logged = answer === 'serverError' ? [...exchange().errors, ...exchange().warnings].join() : '';
  // The reason behind the code is of no interest here.
  expect(answer.split(' ')[0], `${name} ${JSON.stringify(body)} ${logged}`).toBe(wanted);
  reached.add(`${name} ${wanted}`);
}

/** What happens to an order in the model. */
function go(model: Model, order: ModelOrder, event: string, state: State): void {
  happened.add(`${order.state} ${event} ${state}`);
  order.state = state;
  if (state === 'cancelled' && model.isListed) model.left += order.amount;
}

type Taken = Extract<Step, { does: 'take' }>;

function takeAnswer(model: Model, { amount, flaw, confirmed }: Taken): string {
  if (!model.isListed) return 'notFound';
  if (flaw === 'own') return 'ownAdvert';
  if (model.orders.filter(isOpen).length >= openP2pOrdersMax) return 'unfinishedOrder';
  if (model.cancels > freeCancelsPerDay) return 'contactSupportOrder';
  if (model.cancels === freeCancelsPerDay && confirmed !== true) return 'thirdCancelCosts';
  if (flaw === 'price') return 'orderUpdated';
  // Ten in the currency are the least, which is more than one coin.
  if (amount > model.left || amount === 1) return 'quantityOutOfRange';
  return flaw === 'method' ? 'onlySpecifiedPaymentMethods' : 'success';
}

async function take(model: Model, one: Taken): Promise<void> {
  const { amount, flaw, confirmed = false } = one;
  const change = flaw === 'price' ? { price: '7.19' } : flaw === 'method' ? { method: 'paypal' } : {};
  const key = caller.newKey();
  const wanted = takeAnswer(model, one);
  const body = { ...model.taking, ...change, amount: String(amount), confirmed };
  await expectAnswer('POST tradeBuy', body, flaw === 'own' ? mei.as : ada.as, wanted, key);
  if (wanted !== 'success') return;
  const id = await latestOf(model);
  model.left -= amount;
  model.last = { key, amount };
  model.orders.push({ id, amount, state: 'waiting-payment', isLate: false, said: { buyer: 0, seller: 0 } });
}

async function latestOf({ advert }: Model): Promise<string> {
  const { rows } = await exchange().database.pool.query<{ id: string }>(
    'SELECT id FROM fiat_orders WHERE advert = $1 ORDER BY id DESC LIMIT 1',
    [advert],
  );
  return rows[0]?.id ?? '';
}

/** What an act of a side answers, and what becomes of the order. */
function acted(order: ModelOrder, { does, by, flaw }: Extract<Step, { does: Act }>): [string, State] {
  const { state } = order;
  const isEnded = !isOpen(order);
  if (does === 'cancel') {
    if (by === 'seller') return ['cannotCancel', state];
    return isEnded ? ['orderFinished', state] : ['success', 'cancelled'];
  }
  if (does === 'release' && flaw) return ['transactionPasswordNeeded', state];
  if (does === 'appeal' && flaw) return ['quantityOutOfRange', state];
  if (does === 'pay' && by === 'seller') return ['operationFailed', state];
  if (does === 'release' && by === 'buyer') return ['operationFailed', state];
  if (isEnded) return ['orderFinished', state];
  if (does === 'pay') return state === 'waiting-payment' ? ['success', 'paid'] : ['alreadyProcessed', state];
  if (does === 'release') return state === 'waiting-payment' ? ['cannotCloseNow', state] : ['success', 'completed'];
  if (state === 'waiting-payment') return ['cannotCloseNow', state];
  if (state === 'appeal' && order.said[by] >= appealStatementsMax) return ['verificationTooOften', state];
  // The buyer waits until the payment time has passed; whoever is in an appeal adds to it.
  if (state === 'paid' && by === 'buyer' && !order.isLate) return ['cannotCloseNow', state];
  return ['success', 'appeal'];
}

const words = 'No money came to my account.';
const calls = {
  pay: (id) => ['POST tradePaid', { id }],
  release: (id, flaw) => ['POST otcFinish', { id, received: true, ...(flaw ? {} : { transactionPassword: password }) }],
  cancel: (id) => ['POST tradeCancel', { id, notPaid: true }],
  appeal: (id, flaw) => ['POST tradeAppeal', { id, text: flaw ? 'too short' : words }],
} as const satisfies Record<Act, (id: string, flaw: boolean) => readonly [CallName, object]>;

async function act(model: Model, order: ModelOrder, one: Extract<Step, { does: Act }>): Promise<void> {
  const { does, by, flaw, again } = one;
  const [wanted, state] = acted(order, one);
  const [name, body] = calls[does](order.id, flaw);
  const key = caller.newKey();
  const as = by === 'buyer' ? ada.as : mei.as;
  await expectAnswer(name, body, as, wanted, key);
  if (wanted !== 'success') return;
  if (does === 'cancel') model.cancels += 1;
  if (does === 'appeal') order.said[by] += 1;
  if (state !== order.state || does === 'appeal') go(model, order, does, state);
  // Of what moves money, a second request of a key changes nothing, and one for something else is refused.
  if (again === 'no' || (does !== 'release' && does !== 'cancel')) return;
  if (again === 'same') await expectAnswer(name, body, as, 'success', key);
  else await expectAnswer(name, calls[does](String(Number(order.id) + 1), flaw)[1], as, 'alreadyProcessed', key);
}

/** Says as much as a side may, and once more. */
async function sayMuch(model: Model, order: ModelOrder, by: Side): Promise<void> {
  for (let nth = 0; nth <= appealStatementsMax; nth += 1) {
    await act(model, order, { does: 'appeal', by, flaw: false, again: 'no', nth: 0, open: true });
    if (order.state !== 'appeal') return;
  }
}

async function run(model: Model, one: Step): Promise<void> {
  if (one.does === 'take') return take(model, one);
  if (one.does === 'take-again') {
    if (model.last === null) return;
    const { key, amount } = model.last;
    const body = { ...model.taking, amount: String(one.same ? amount : amount + 10) };
    return expectAnswer('POST tradeBuy', body, ada.as, one.same ? 'success' : 'alreadyProcessed', key);
  }
  if (one.does === 'withdraw') {
    const wanted = model.isListed ? 'success' : 'alreadyProcessed';
    await expectAnswer('POST cancelOrder', { id: model.advert }, mei.as, wanted);
    model.isListed = false;
    return;
  }
  if (one.does === 'ask-back') {
    // With nothing under way it would be granted, and the merchant be none.
    if (!model.isListed && !model.orders.some(isOpen)) return;
    return expectAnswer('POST backDeposit', {}, mei.as, 'unfinishedOrder');
  }
  const open = model.orders.filter(isOpen);
  const among = one.open && open.length > 0 ? open : model.orders;
  const order = among.at(-1 - (one.nth % Math.max(1, among.length)));
  if (order === undefined) return;
  switch (one.does) {
    case 'say-much':
      return sayMuch(model, order, one.by);
    case 'expire':
      return expire(model, order);
    case 'be-late':
      if (order.state !== 'paid') return;
      order.isLate = true;
      await exchange().database.pool.query('UPDATE fiat_orders SET pay_until = 1, paid_at = 1 WHERE id = $1', [
        order.id,
      ]);
      return;
    case 'decide-release':
    case 'decide-refund':
      return decide(model, order, one.does);
    default:
      return act(model, order, one);
  }
}

async function expire(model: Model, order: ModelOrder): Promise<void> {
  await exchange().database.pool.query(
    `UPDATE fiat_orders SET pay_until = 1, due_at = 1 WHERE id = $1 AND state = 'waiting-payment'`,
    [order.id],
  );
  await exchange().handleDueOrders();
  if (order.state !== 'waiting-payment') return;
  model.cancels += 1;
  go(model, order, 'expire', 'cancelled');
}

async function decide(model: Model, order: ModelOrder, event: 'decide-release' | 'decide-refund'): Promise<void> {
  const outcome = event === 'decide-release' ? 'release' : 'refund';
  const signed = { by: 'Grace', reason: 'As the model says.', secrets: null, at: Date.now() };
  const line = await decideAppeal(exchange().database, BigInt(order.id), { outcome, penalty: 0n }, signed);
  expect(line !== null).toBe(order.state === 'appeal');
  await exchange().handleDueOrders();
  if (order.state === 'appeal') go(model, order, event, outcome === 'release' ? 'completed' : 'cancelled');
}

async function compare(model: Model): Promise<void> {
  const { pool } = exchange().database;
  const { rows } = await pool.query<{ id: string; state: string }>(
    'SELECT id, state FROM fiat_orders WHERE advert = $1 ORDER BY id',
    [model.advert],
  );
  expect(rows).toEqual(model.orders.map(({ id, state }) => ({ id, state })));
  const { rows: adverts } = await pool.query<{ state: string; left: string }>(
    'SELECT state, (remaining / 100000000)::text AS left FROM adverts WHERE id = $1',
    [model.advert],
  );
  expect(adverts[0]?.state).toBe(model.isListed ? 'listed' : 'withdrawn');
  if (model.isListed) expect(adverts[0]?.left).toBe(String(model.left));
  expect(await escrowFaults(exchange())).toEqual([]);
}

/** Refusals of the catalogue that this cannot reach, and where they are reached instead. */
const elsewhere: Readonly<Record<string, string>> = {
  'POST tradeCancel thirdCancelCosts': 'fiat-orders.test.ts: the buyer here has no deposit',
  'POST otcFinish transactionPasswordWrong': 'fiat-orders.test.ts',
  'POST otcFinish setTransactionPasswordFirst': 'transaction-password.test.ts',
  'POST otcFinish enterCode': 'second-factor.test.ts: nobody here has an authenticator',
  'POST otcFinish codeWrong': 'second-factor.test.ts',
  'POST otcFinish verificationTooOften': 'transaction-password.test.ts: it would lock the seller for all runs to come',
  'POST backDeposit notFound': 'merchants.test.ts',
  'POST backDeposit marginBeingReturned': 'merchants.test.ts',
  'POST backDeposit alreadyProcessed': 'merchants/rules.test.ts',
};

const modelled = [
  'POST tradeBuy',
  'POST tradePaid',
  'POST otcFinish',
  'POST tradeCancel',
  'POST tradeAppeal',
  'POST cancelOrder',
  'POST backDeposit',
] as const;

/** What enough runs must have reached: every change of the table, and every refusal of the catalogue that belongs here. */
function missed(): string[] {
  const changes = Object.entries(orderTransitions).flatMap(([from, events]) =>
    Object.entries(events).map(([event, to]) => `${from} ${event} ${to}`),
  );
  const refusals = modelled.flatMap((name) => catalogue[name].refuses.map((code) => `${name} ${code}`));
  const more = ['POST tradeBuy notFound', 'POST tradePaid operationFailed', 'POST otcFinish operationFailed'];
  return [
    ...changes.filter((one) => !happened.has(one)),
    ...[...refusals, ...more].filter((one) => !reached.has(one) && !(one in elsewhere)),
    ...modelled.map((name) => `${name} success`).filter((one) => !reached.has(one) && !one.includes('backDeposit')),
  ];
}

it(
  `orders, adverts and deposits do as a naive machine, ${runs} runs of seed ${seed}`,
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (given) => {
        await exchange().database.pool.query(
          `UPDATE fiat_orders SET cancel_number = NULL WHERE cancel_number IS NOT NULL`,
        );
        begun += 1;
        if (begun % runsOfTwo === 0) [mei, ada] = [await trader(), await trader()];
        const advert = await market.advert(mei, 'sell', '100');
        const taking = await market.takingOf(ada, 'buy', advert, '10');
        const model: Model = { advert, taking, isListed: true, left: 100, cancels: 0, orders: [], last: null };
        for (const one of given) {
          await run(model, one);
          await compare(model);
        }
        // No run leaves coins in escrow.
        for (const order of model.orders.filter(isOpen)) {
          expect(await codeOf('POST tradeCancel', { id: order.id, notPaid: true }, ada.as)).toBe('success');
          go(model, order, 'cancel', 'cancelled');
        }
        await compare(model);
      }),
      { numRuns: runs, seed, endOnFailure: true },
    );
    if (runs >= runsReachingAll) expect(missed()).toEqual([]);
  },
  60_000 + runs * 5_000,
);
