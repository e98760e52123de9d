import * as fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { CallName } from '../../src/protocol/calls.ts';
import { codes, type CodeName } from '../../src/protocol/codes.ts';
import { freeCancelsPerDay, openFiatOrdersMax } from '../../src/protocol/fiat.ts';
import { ordersAudit } from '../../src/server/otc/orders/audit.ts';
import { decideAppeal } from '../../src/server/otc/orders/appeals/operate-appeals.ts';
import { fiatExchange, password } from './fiat-exchange.ts';
import type { Trader } from './fiat-market.ts';

/**
 * Orders, their advert and the deposit behind it, by the calls of a real exchange, against a model that knows nothing of
 * the tables of transitions. `FIAT_MODEL_RUNS` makes more runs, and `FIAT_MODEL_SEED` repeats some.
 */

const runs = Number(process.env['FIAT_MODEL_RUNS'] ?? 12);
const seed = Number(process.env['FIAT_MODEL_SEED'] ?? Date.now() % 2 ** 31);
let mei: Trader<string>;
let ada: Trader<string>;
const { caller, market, exchange, trader, codeOf } = fiatExchange('fiat-model');

beforeAll(async () => {
  [mei, ada] = [await trader(), await trader()];
}, 60_000);

interface ModelOrder {
  readonly id: string;
  readonly amount: number;
  state: 'waiting-payment' | 'paid' | 'appeal' | 'completed' | 'cancelled';
}

/** The naive machine. */
interface Model {
  readonly advert: string;
  readonly taking: object;
  isListed: boolean;
  left: number;
  cancels: number;
  readonly orders: ModelOrder[];
}

type Step =
  | { readonly does: 'take'; readonly amount: number }
  | { readonly does: 'withdraw' }
  | { readonly does: 'ask-back' }
  | { readonly does: 'pay' | 'release' | 'cancel' | 'appeal'; readonly nth: number; readonly by: 'buyer' | 'seller' }
  | { readonly does: 'expire' | 'decide-release' | 'decide-refund'; readonly nth: number };

const nth = fc.nat({ max: 3 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('take' as const), amount: fc.constantFrom(10, 40, 60) }) },
  {
    weight: 12,
    arbitrary: fc.record({
      does: fc.constantFrom('pay' as const, 'release' as const, 'cancel' as const, 'appeal' as const),
      nth,
      by: fc.constantFrom('buyer' as const, 'seller' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constantFrom('expire' as const, 'decide-release' as const, 'decide-refund' as const),
      nth,
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom({ does: 'withdraw' } as const, { does: 'ask-back' } as const) },
);

/** Runs of the same two people: a practice account funds about a hundred adverts. */
const runsOfTwo = 80;
let begun = 0;

const isOpen = ({ state }: ModelOrder) => state !== 'completed' && state !== 'cancelled';
const reached = new Set<string>();

function end(model: Model, order: ModelOrder, state: 'completed' | 'cancelled'): void {
  order.state = state;
  if (state === 'cancelled' && model.isListed) model.left += order.amount;
}

async function take(model: Model, amount: number): Promise<void> {
  const { code, data } = await caller.call(
    'POST tradeBuy',
    { ...model.taking, amount: String(amount) },
    { as: ada.as },
  );
  const answer = (Object.keys(codes) as CodeName[]).find((one) => codes[one] === code);
  const wanted = !model.isListed
    ? 'notFound'
    : model.orders.filter(isOpen).length >= openFiatOrdersMax
      ? 'unfinishedOrder'
      : model.cancels > freeCancelsPerDay
        ? 'contactSupportOrder'
        : amount > model.left
          ? 'quantityOutOfRange'
          : 'success';
  expect(answer, `take ${amount}`).toBe(wanted);
  reached.add(`take ${wanted}`);
  if (wanted !== 'success') return;
  model.left -= amount;
  model.orders.push({ id: String(data['id']), amount, state: 'waiting-payment' });
}

/** What an act of a side answers, and what becomes of the order. */
function acted(order: ModelOrder, does: string, by: string): [string, ModelOrder['state']] {
  const { state } = order;
  const isEnded = !isOpen(order);
  if (does === 'cancel') {
    if (by === 'seller') return ['cannotCancel', state];
    return isEnded ? ['orderFinished', state] : ['success', 'cancelled'];
  }
  if (does === 'pay' && by === 'seller') return ['operationFailed', state];
  if (does === 'release' && by === 'buyer') return ['operationFailed', state];
  if (isEnded) return ['orderFinished', state];
  if (does === 'pay') return state === 'waiting-payment' ? ['success', 'paid'] : ['alreadyProcessed', state];
  if (does === 'release') return state === 'waiting-payment' ? ['cannotCloseNow', state] : ['success', 'completed'];
  if (state === 'waiting-payment') return ['cannotCloseNow', state];
  // The buyer waits until the payment time has passed; whoever is in an appeal adds to it.
  if (state === 'paid' && by === 'buyer') return ['cannotCloseNow', state];
  return ['success', 'appeal'];
}

const calls = {
  pay: (id: string) => ['POST tradePaid', { id }],
  release: (id: string) => ['POST otcFinish', { id, received: true, transactionPassword: password }],
  cancel: (id: string) => ['POST tradeCancel', { id, notPaid: true }],
  appeal: (id: string) => ['POST tradeAppeal', { id, text: 'No money came to my account.' }],
} as const satisfies Record<string, (id: string) => readonly [CallName, object]>;

async function run(model: Model, one: Step): Promise<void> {
  if (one.does === 'take') return take(model, one.amount);
  if (one.does === 'withdraw') {
    const wanted = model.isListed ? 'success' : 'alreadyProcessed';
    expect(await codeOf('POST cancelOrder', { id: model.advert }, mei.as)).toBe(wanted);
    reached.add(`withdraw ${wanted}`);
    model.isListed = false;
    return;
  }
  if (one.does === 'ask-back') {
    // With nothing under way it would be granted, and the merchant be none.
    if (!model.isListed && !model.orders.some(isOpen)) return;
    expect(await codeOf('POST backDeposit', {}, mei.as)).toBe('unfinishedOrder');
    reached.add('ask-back unfinishedOrder');
    return;
  }
  const order = model.orders[one.nth];
  if (order === undefined) return;
  if ('by' in one) {
    const [wanted, state] = acted(order, one.does, one.by);
    const [name, body] = calls[one.does](order.id);
    expect(await codeOf(name, body, one.by === 'buyer' ? ada.as : mei.as), `${one.does} of ${order.state}`).toBe(
      wanted,
    );
    reached.add(`${one.does} ${wanted}`);
    if (one.does === 'cancel' && wanted === 'success') model.cancels += 1;
    if (isOpen(order) && (state === 'completed' || state === 'cancelled')) end(model, order, state);
    else order.state = state;
    return;
  }
  reached.add(`${one.does} of ${order.state}`);
  if (one.does === 'expire') {
    await exchange().database.pool.query(
      `UPDATE fiat_orders SET pay_until = 1, due_at = 1 WHERE id = $1 AND state = 'waiting-payment'`,
      [order.id],
    );
    await exchange().handleDueOrders();
    if (order.state === 'waiting-payment') end(model, order, 'cancelled');
    return;
  }
  const outcome = one.does === 'decide-release' ? 'release' : 'refund';
  const signed = { by: 'Grace', reason: 'As the model says.', at: Date.now() };
  const line = await decideAppeal(exchange().database, BigInt(order.id), { outcome, penalty: 0n }, signed);
  expect(line !== null).toBe(order.state === 'appeal');
  await exchange().handleDueOrders();
  if (order.state === 'appeal') end(model, order, outcome === 'release' ? 'completed' : 'cancelled');
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
  const client = await pool.connect();
  try {
    expect(await ordersAudit.find?.(client, { since: 0, full: true })).toEqual([]);
  } finally {
    client.release();
  }
}

it(
  `orders, adverts and deposits do as a naive machine, ${runs} runs of seed ${seed}`,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
        await exchange().database.pool.query(
          `UPDATE fiat_orders SET buyer = 1 WHERE ended_by = 'buyer' AND buyer <> 1`,
        );
        begun += 1;
        if (begun % runsOfTwo === 0) [mei, ada] = [await trader(), await trader()];
        const advert = await market.advert(mei, 'sell', '100');
        const taking = await market.takingOf(ada, 'buy', advert, '10');
        const model: Model = { advert, taking, isListed: true, left: 100, cancels: 0, orders: [] };
        for (const one of steps) {
          await run(model, one);
          await compare(model);
        }
        // No run leaves coins in escrow.
        for (const order of model.orders.filter(isOpen)) {
          expect(await codeOf('POST tradeCancel', { id: order.id, notPaid: true }, ada.as)).toBe('success');
          end(model, order, 'cancelled');
        }
        await compare(model);
      }),
      { numRuns: runs, seed, endOnFailure: true },
    );
    // Enough runs reach every refusal that belongs here.
    if (runs >= 200) {
      expect([...reached]).toEqual(
        expect.arrayContaining([
          ...['notFound', 'unfinishedOrder', 'contactSupportOrder', 'quantityOutOfRange'].map((code) => `take ${code}`),
          ...['success', 'alreadyProcessed', 'operationFailed', 'orderFinished'].map((code) => `pay ${code}`),
          ...['success', 'cannotCloseNow', 'operationFailed', 'orderFinished'].map((code) => `release ${code}`),
          ...['success', 'cannotCancel', 'orderFinished'].map((code) => `cancel ${code}`),
          ...['success', 'cannotCloseNow', 'orderFinished'].map((code) => `appeal ${code}`),
          'expire of waiting-payment',
          'decide-release of appeal',
          'decide-refund of appeal',
          'withdraw success',
          'withdraw alreadyProcessed',
          'ask-back unfinishedOrder',
        ]),
      );
    }
  },
  60_000 + runs * 5_000,
);
