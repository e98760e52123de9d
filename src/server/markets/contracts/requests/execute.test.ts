import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { allRuns } from '../../../../../tests/depth.ts';
import type { OwnerId } from '#protocol/core/brand.ts';
import { moneyOf } from '#protocol/contracts/maths/contract-spec.ts';
import { netResult } from '#protocol/contracts/maths/results.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import { drawsPerRound, quotesAround, quoteToTake } from '../makers/house-quotes.ts';
import { toOrder } from '../order.ts';
import type { ContractRun } from '../run.ts';
import { ContractWorld, readyWorld, terms, users, usdt } from '../testing-world.ts';
import { wirePosition } from '../text.ts';
import { execute } from './execute.ts';
import { type ContractRequest, ownerOf } from './request.ts';

/** Requests are plain values: they may come from another process, and do there what they would have done here. */
const { contract } = terms;
const [one = 0n] = users;
const draws = Array.from({ length: drawsPerRound }, (_, nth) => ((nth * 7) % drawsPerRound) / drawsPerRound);

type Kind = ContractRequest['kind'];
type Examples = { readonly [Of in Kind]: Extract<ContractRequest, { kind: Of }> };

const order = { owner: one, contract, side: 'long', type: 'market', priceTicks: null, lots: 3, leverage: 5 } as const;
const protection = { takeProfitTicks: 900_000, stopLossTicks: 1 };
const examples: Examples = {
  place: { kind: 'place', ...order, ...protection },
  'place-for-robot': { kind: 'place-for-robot', ...order, ...protection },
  cancel: { kind: 'cancel', owner: one, contract, id: 1 },
  close: { kind: 'close', owner: one, contract, id: 1, lots: 1 },
  protect: { kind: 'protect', owner: one, contract, id: 1, ...protection },
  quote: { kind: 'quote', owner: houseOwners.makerA, contract, draws },
  take: { kind: 'take', owner: houseOwners.makerB, contract, side: 'sell', part: 0.3, keptLots: 60 },
  mark: { kind: 'mark', contract, indexTicks: 600_000, seenAt: 1 },
  overnight: { kind: 'overnight', contract, day: 20_000 },
};

/** As JSON: of a request only its owner is a bigint, written as decimal digits. */
function overJson(request: ContractRequest): ContractRequest {
  const text = JSON.stringify(request, (name, value: unknown) =>
    name === 'owner' && typeof value === 'bigint' ? String(value) : value,
  );
  return JSON.parse(text, (name, value: unknown) =>
    name === 'owner' && typeof value === 'string' ? BigInt(value) : value,
  ) as ContractRequest;
}

it.each(Object.values(examples))('$kind survives being copied and written as JSON', (request) => {
  expect(structuredClone(request)).toEqual(request);
  expect(overJson(request)).toEqual(request);
  expect(typeof ownerOf(overJson(request))).toBe('owner' in request ? 'bigint' : 'object');
});

/** What each request means, said with the run itself. */
const directly: { readonly [Of in Kind]: (run: ContractRun, request: Examples[Of]) => unknown } = {
  place(run, request) {
    const { listed } = run.changes.market;
    const placed = run.place(request);
    const position = run.changes.positions.get(placed.id);
    const costs = run.sideCosts(request.owner);
    return {
      order: toOrder(listed, placed),
      position: position === undefined ? null : wirePosition(listed, position, costs),
    };
  },
  'place-for-robot': (run, request) => ({ id: run.place({ ...request, kind: 'place' }).id }),
  cancel: (run, { owner, id }) => ({ order: toOrder(run.changes.market.listed, run.cancel(owner, id)) }),
  close(run, { owner, id, lots }) {
    const closedLots = run.close(owner, id, lots);
    const position = run.changes.positions.get(id);
    if (position === undefined) throw new Error('nothing was closed');
    const closings = run.changes.closings.filter((closing) => closing.position === id && closing.reason === 'manual');
    const net = closings.reduce((sum, closing) => sum + netResult({ ...closing, closeFee: closing.fee }), 0n);
    const { listed } = run.changes.market;
    return { closedLots, net: moneyOf(net), position: wirePosition(listed, position, run.sideCosts(owner)) };
  },
  protect(run, { owner, id, takeProfitTicks, stopLossTicks }) {
    const position = run.protect(owner, id, takeProfitTicks, stopLossTicks);
    return { position: wirePosition(run.changes.market.listed, position, run.sideCosts(owner)) };
  },
  quote(run, { owner, draws: drawn }) {
    const { mark, listed } = run.changes.market;
    const [bids, asks] = mark === null ? [[], []] : quotesAround(listed, mark.indexTicks, drawn);
    run.quote(owner, bids, asks);
    return null;
  },
  take(run, { owner, side, part, keptLots }) {
    const taken = quoteToTake(run.changes.market, side, part, keptLots);
    if (taken === null) return null;
    if (side === 'sell') run.quote(owner, [taken], []);
    else run.quote(owner, [], [taken]);
    return null;
  },
  mark(run, { indexTicks, seenAt }) {
    run.markTo(indexTicks, seenAt);
    return null;
  },
  overnight(run, { day }) {
    run.overnight(day);
    return null;
  },
};

const owner = fc.constantFrom(...users);
const lots = fc.integer({ min: 1, max: 300 });
const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const placing = fc
  .record({
    kind: fc.constantFrom('place' as const, 'place-for-robot' as const),
    owner,
    side: fc.constantFrom('long' as const, 'short' as const),
    priceTicks: fc.option(fc.integer({ min: 590_000, max: 610_000 })),
    lots,
    leverage: fc.constantFrom(1, 5, 20, 100),
  })
  .map(({ side, priceTicks, ...rest }) => ({
    ...rest,
    contract,
    side,
    priceTicks,
    type: priceTicks === null ? ('market' as const) : ('limit' as const),
    ...(side === 'long'
      ? { takeProfitTicks: 900_000, stopLossTicks: 300_000 }
      : { takeProfitTicks: 300_000, stopLossTicks: 900_000 }),
  }));

/** Steps name orders and positions by their place among those there are, because ids come of what was done before. */
const step = fc.oneof(
  { weight: 4, arbitrary: placing },
  fc.record({ kind: fc.constant('cancel' as const), contract: fc.constant(contract), owner, id: fc.nat(9) }),
  fc.record({ kind: fc.constant('close' as const), contract: fc.constant(contract), owner, id: fc.nat(9), lots }),
  fc.record({
    kind: fc.constant('protect' as const),
    contract: fc.constant(contract),
    owner,
    id: fc.nat(9),
    takeProfitTicks: fc.integer({ min: 580_000, max: 900_000 }),
    stopLossTicks: fc.integer({ min: 1, max: 620_000 }),
  }),
  fc.record({
    kind: fc.constant('quote' as const),
    contract: fc.constant(contract),
    owner: fc.constant<OwnerId>(houseOwners.makerA),
    draws: fc.array(share, { minLength: drawsPerRound, maxLength: drawsPerRound }),
  }),
  fc.record({
    kind: fc.constant('take' as const),
    contract: fc.constant(contract),
    owner: fc.constant<OwnerId>(houseOwners.makerB),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    part: share,
    keptLots: fc.integer({ min: 1, max: 100 }),
  }),
  fc.record({
    kind: fc.constant('mark' as const),
    contract: fc.constant(contract),
    indexTicks: fc.option(fc.integer({ min: 560_000, max: 640_000 }), { freq: 9 }),
    seenAt: fc.constantFrom(0, 10_000),
  }),
  fc.record({ kind: fc.constant('overnight' as const), contract: fc.constant(contract), day: fc.nat(2) }),
);

/** A step as a request in a world: the place of an order or a position becomes its id, a delay a time. */
function requestIn({ market, now }: ContractWorld, asked: ContractRequest): ContractRequest {
  const nth = <Item extends { owner: OwnerId; id: number }>(items: Iterable<Item>, place: number) => {
    const all = [...items];
    const found = all[place % Math.max(1, all.length)];
    // Most are their owner's; those of others are refused.
    return { id: found?.id ?? 0, ...(found === undefined || place > 7 ? {} : { owner: found.owner }) };
  };
  if (asked.kind === 'cancel') return { ...asked, ...nth(market.orders.values(), asked.id) };
  if (asked.kind === 'close' || asked.kind === 'protect')
    return { ...asked, ...nth(market.positions.values(), asked.id) };
  if (asked.kind === 'mark') return { ...asked, seenAt: now - asked.seenAt };
  return asked.kind === 'overnight' ? { ...asked, day: Math.floor(now / 86_400_000) + asked.day } : asked;
}

/** A world of its own with both makers funded. */
function newWorld(): ContractWorld {
  const world = new ContractWorld(usdt('10000'), usdt('1000'));
  world.give(houseOwners.makerB, usdt('4000000000'));
  return readyWorld(world);
}

/** Everything that later commands or readers see of a world. */
function stateOf({ market, spec, refused, id }: ContractWorld) {
  const { book, mark, orders, positions, netPositions } = market;
  return {
    book: book.restingOrders(),
    lastTicks: book.lastTicks,
    mark,
    orders: [...orders.values()],
    positions: [...positions.values()],
    netPositions,
    spec,
    refused,
    id,
  };
}

it('executes what came over JSON as the run itself does', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 40 }), (steps) => {
      const [expected, world] = [newWorld(), newWorld()];
      for (const asked of steps) {
        const request = requestIn(world, asked);
        const answers: unknown[] = [];
        expected.do((run) => {
          const one = directly[request.kind] as (run: ContractRun, request: ContractRequest) => unknown;
          answers.push(one(run, request));
        });
        const before = answers.length;
        world.do((run) => void answers.push(execute(run, overJson(request))));
        expect(answers.length).toBe(before * 2);
        if (before > 0) {
          seen.add(request.kind);
          expect(answers[1]).toEqual(answers[0]);
          expect(JSON.parse(JSON.stringify(answers[1]))).toEqual(answers[1]);
        }
        expect(stateOf(world)).toEqual(stateOf(expected));
      }
    }),
    { numRuns: allRuns(40) },
  );
  expect([...seen].toSorted()).toEqual(Object.keys(examples).toSorted());
});

it('answers a close with what it brought itself, where one before it in the batch closed a part', () => {
  const world = newWorld();
  world.do((run) => void execute(run, examples.place));
  const [position] = [...world.market.positions.values()];
  const nets: string[] = [];
  const changes = world.do((run) => {
    for (let nth = 0; nth < 2; nth += 1) {
      const close = { ...examples.close, id: position?.id ?? 0 };
      nets.push(execute<typeof close>(run, close).net);
    }
  });
  const brought = changes.closings.map((closing) => moneyOf(netResult({ ...closing, closeFee: closing.fee })));
  expect(brought).toHaveLength(2);
  expect(nets).toEqual(brought);
});
