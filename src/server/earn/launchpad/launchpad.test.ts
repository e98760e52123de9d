import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atDepth } from '../../../../tests/depth.ts';
import { announceForTest } from '../../../../tests/calls/launchpad-project.ts';
import type { LaunchpadOrder } from '#protocol/launchpad/entities/projects.ts';
import type { LaunchpadManner } from '#protocol/launchpad/entities/words.ts';
import { codes } from '#protocol/core/codes.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { noStops } from '#server/core/gate/stops.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import { listCoin, listPair } from '#server/core/instrument-acts/list.ts';
import { instruments } from '#server/core/instruments/instruments.ts';
import { shippedInstruments } from '#server/core/instruments/shipped.ts';
import { readInstruments } from '#server/core/instruments/store.ts';
import { checkLedger } from '#server/core/ledger/audit-check.ts';
import { givePractice, holdFaults } from '#server/core/ledger/testing.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { failingDatabase, MadeFailure, type NextFailures, noFailures } from '#server/core/store/testing-failures.ts';
import { launchpadAudit } from './audit.ts';
import { allot } from './allotment.ts';
import { createLaunchpadHandlers } from './calls.ts';
import { createDueProjects } from './due.ts';
import { launchpadDepsForTest } from './testing.ts';
import { findProject } from './store.ts';
import { subscribe } from './subscribing.ts';

/** Subscriptions on a real store, with a clock in the test's hand. */

const people = Array.from({ length: 70 }, (_, nth) => 100_001n + BigInt(nth));
const unit = 10n ** 8n;
/** One piece costs half a USDT. */
const pieceCost = unit / 2n;

let database: TestDatabase;
let now = Date.UTC(2026, 10, 24);
const clock = () => now;
let keys = 0;

beforeAll(async () => {
  database = await testDatabase();
  await givePractice(database, people, { asset: 'USDT', amount: '1000000' });
});
afterAll(async () => {
  instruments.replace(shippedInstruments);
  await database.close();
});

const newKey = () => `key-${(keys += 1)}-of-the-launch-tests`;

async function start(manner: LaunchpadManner, terms: object = {}) {
  const [opensAt, closesAt] = [now + 1_000, now + 61_000];
  const id = await announceForTest(database, { manner, opensAt, closesAt, ...terms });
  now = opensAt;
  const deps = launchpadDepsForTest(database, clock);
  const commit = (owner: bigint, amount: string, key = newKey()) =>
    subscribe(deps, { project: id.toString(), amount }, { userId: owner, key });
  return { id, deps, commit, closesAt, run: (sizes = { shares: 7, people: 3 }) => createDueProjects(deps, sizes) };
}

const isOpen = () => false;

async function balance(owner: bigint, asset: string): Promise<{ available: bigint; frozen: bigint }> {
  const { rows } = await database.pool.query<{ available: string; frozen: string }>(
    'SELECT available, frozen FROM balances WHERE owner = $1 AND wallet = 0 AND asset = $2',
    [owner, asset],
  );
  return { available: BigInt(rows[0]?.available ?? 0), frozen: BigInt(rows[0]?.frozen ?? 0) };
}

async function addsUp(): Promise<void> {
  expect(await holdFaults(database.pool, ['spot'], [launchpadAudit], { part: 'frozen' })).toEqual([]);
}

async function refusal(work: Promise<unknown>): Promise<number | null> {
  return work.then(
    () => null,
    (error: unknown) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );
}

describe('pro rata', () => {
  it('holds the money, allots at the close, and gives back the rest at once', async () => {
    const { id, commit, closesAt, run, deps } = await start('pro-rata');
    const [ann, ben, cai] = [people[0] ?? 0n, people[1] ?? 0n, people[2] ?? 0n];
    const before = await balance(ann, 'USDT');
    const first = await commit(ann, '400');
    expect(first).toMatchObject({
      line: 1,
      committed: '400',
      allotted: null,
      project: { people: 1, state: 'in-progress' },
    });
    await commit(ben, '150');
    await commit(cai, '200');
    await commit(ben, '50');
    expect(await balance(ann, 'USDT')).toEqual({
      available: before.available - 400n * unit,
      frozen: before.frozen + 400n * unit,
    });
    await addsUp();
    now = closesAt;
    expect(await refusal(commit(ann, '5'))).toBe(codes.subscriptionClosed);
    await run()(isOpen);
    const handlers = createLaunchpadHandlers(deps);
    const facts = { caller: { userId: ann, sessionId: 1n } } as never;
    const { list } = await handlers['GET teManagementOrderList1']({ size: 20, project: id.toString() }, facts);
    // 1,600 pieces were wanted of 1,000: 800, 400 and 400 come to 500, 250 and 250.
    expect(list[0]).toMatchObject({
      allotted: '500',
      spent: '250',
      returned: '150',
      servedAt: now,
    } satisfies Partial<LaunchpadOrder>);
    expect((await balance(ann, 'USDT')).frozen).toBe(before.frozen);
    const published = await handlers['GET common/teManagementAllotment']({ project: id.toString(), after: 0 }, facts);
    expect(published.lines).toEqual(['1 800 500', '2 400 250', '3 400 250']);
    const text = [published.header, ...published.lines].map((line) => `${line}\n`).join('');
    expect(createHash('sha256').update(text).digest('hex')).toBe(published.hash);
    expect(await handlers['GET common/teManagementList']({ size: 20, project: id.toString() }, facts)).toMatchObject({
      list: [{ state: 'ended', sold: '1000', remaining: '0' }],
    });
    await addsUp();
  });

  it('gives everybody all that was wanted when there is enough, and frees what nobody took', async () => {
    const { id, commit, closesAt, run } = await start('pro-rata');
    const free = await balance(houseOwners.launch, 'SEI');
    await commit(people[3] ?? 0n, '10');
    now = closesAt;
    await run()(isOpen);
    expect(await findProject(database.pool, id)).toMatchObject({ phase: 'ended', allotted: 20n, paid: 20n });
    const after = await balance(houseOwners.launch, 'SEI');
    expect([after.available - free.available, free.frozen - after.frozen]).toEqual([980n * unit, 1_000n * unit]);
    await addsUp();
  });

  it('ends without anybody as well', async () => {
    const { id, closesAt, run } = await start('pro-rata');
    now = closesAt;
    await run()(isOpen);
    expect(await findProject(database.pool, id)).toMatchObject({ phase: 'ended', allotted: 0n });
    await addsUp();
  });

  it('waits while an operator stops it, and refuses then', async () => {
    const { id, commit, closesAt, run, deps } = await start('pro-rata');
    await commit(people[4] ?? 0n, '10');
    deps.gate.stops = { ...noStops, areas: new Set(['launchpad']) };
    expect(await refusal(commit(people[4] ?? 0n, '10'))).toBe(codes.notYetOpen);
    now = closesAt;
    const due = run();
    await due(isOpen);
    expect(await findProject(database.pool, id)).toMatchObject({ phase: 'selling' });
    deps.gate.stops = noStops;
    await due(isOpen);
    expect(await findProject(database.pool, id)).toMatchObject({ phase: 'ended' });
  });
});

describe('what is asked for', () => {
  it('is measured by all that a person commits, in whole pieces, while it is open', async () => {
    const opensAt = now + 1_000;
    const early = await announceForTest(database, { opensAt, closesAt: opensAt + 60_000 });
    const deps = launchpadDepsForTest(database, clock);
    const [owner, poor] = [people[5] ?? 0n, 100_999n];
    const commit = (amount: string, userId = owner, project = early.toString()) =>
      refusal(subscribe(deps, { project, amount }, { userId, key: newKey() }));
    expect(await commit('10')).toBe(codes.subscriptionClosed);
    now = opensAt;
    expect(await commit('4.5')).toBe(codes.subscriptionBelowMinimum);
    expect(await commit('400.5')).toBe(codes.subscriptionAboveMaximum);
    expect(await commit('10.25')).toBe(codes.quantityOutOfRange);
    expect(await commit('10', owner, '999999')).toBe(codes.notFound);
    expect(await commit('10', poor)).toBe(codes.insufficientWalletBalance);
    expect(await commit('300')).toBeNull();
    expect(await commit('0.5')).toBeNull();
    expect(await commit('100')).toBe(codes.subscriptionAboveMaximum);
    await addsUp();
  });

  it('is done once, however often and at once it is sent', async () => {
    const { id, deps } = await start('pro-rata');
    const key = newKey();
    const input = { project: id.toString(), amount: '25' };
    const owner = people[6] ?? 0n;
    const answers = await Promise.all(Array.from({ length: 64 }, () => subscribe(deps, input, { userId: owner, key })));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await findProject(database.pool, id)).toMatchObject({ people: 1, wanted: 50n });
    await addsUp();
  });
});

describe('first come', () => {
  const rounds = atDepth(1);

  it(
    `gives the last pieces to one of 64 buyers, and tells the others that it is sold out: ${rounds} rounds`,
    async () => {
      for (let round = 0; round < rounds; round += 1) await lastPieces();
    },
    20_000 + rounds * 5_000,
  );

  async function lastPieces(): Promise<void> {
    const { id, commit, closesAt, run } = await start('first-come', { issuance: '10', maximum: '5' });
    const coins = await balance(houseOwners.launch, 'USDT');
    const answers = await Promise.all(people.slice(0, 64).map((owner) => refusal(commit(owner, '5'))));
    expect(answers.filter((code) => code === null)).toHaveLength(1);
    expect(answers.filter((code) => code === codes.prizePoolFull)).toHaveLength(63);
    expect(await findProject(database.pool, id)).toMatchObject({ people: 1, allotted: 10n, paid: 10n });
    expect((await balance(houseOwners.launch, 'USDT')).available - coins.available).toBe(5n * unit);
    await addsUp();
    now = closesAt;
    await run()(isOpen);
    expect(await findProject(database.pool, id)).toMatchObject({ phase: 'ended' });
    await addsUp();
  }

  it('gives what is left to who asks for more, and takes no more than that costs', async () => {
    const { commit } = await start('first-come', { issuance: '30', maximum: '15' });
    const [first, second] = [people[7] ?? 0n, people[8] ?? 0n];
    await commit(first, '10');
    const before = await balance(second, 'USDT');
    expect(await commit(second, '15')).toMatchObject({ committed: '5', allotted: '10', spent: '5', returned: '0' });
    expect((await balance(second, 'USDT')).available).toBe(before.available - 5n * unit);
    expect(await refusal(commit(first, '5')).then((code) => code === codes.prizePoolFull)).toBe(true);
  });
});

describe('against a naive machine', () => {
  /** What may happen to a project. */
  type Act =
    | { readonly kind: 'commit'; readonly who: number; readonly pieces: number }
    | { readonly kind: 'pass'; readonly ms: number }
    | { readonly kind: 'settle' }
    | { readonly kind: 'restart' }
    | { readonly kind: 'fail'; readonly after: number; readonly how: NextFailures['how'] };

  const act: fc.Arbitrary<Act> = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('commit' as const),
        who: fc.nat(5),
        pieces: fc.integer({ min: 1, max: 40 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('pass' as const),
        ms: fc.constantFrom(-3_600_000, 5_000, 40_000, 86_400_000),
      }),
    },
    { weight: 2, arbitrary: fc.constant({ kind: 'settle' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('fail' as const),
        after: fc.nat(6),
        how: fc.constantFrom('undone' as const, 'unheard' as const),
      }),
    },
  );

  /** Plays acts on the store and on a plain list; both must end alike. */
  async function play(manner: LaunchpadManner, acts: readonly Act[]): Promise<void> {
    const failure = noFailures();
    const deps = { ...launchpadDepsForTest(database, clock), database: failingDatabase(database, failure) };
    const [opensAt, closesAt] = [now + 1_000, now + 61_000];
    const id = await announceForTest(database, {
      manner,
      opensAt,
      closesAt,
      issuance: '60',
      minimum: '1',
      maximum: '20',
    });
    now = opensAt;
    const before = await Promise.all(people.slice(0, 6).map((owner) => balance(owner, 'USDT')));
    const coinsBefore = await Promise.all(people.slice(0, 6).map((owner) => balance(owner, 'SEI')));
    const wanted = new Map<number, number>();
    let hasClosed = false;
    let due = createDueProjects(deps, { shares: 2, people: 2 });
    for (const one of acts) {
      if (one.kind === 'pass') now += one.ms;
      else if (one.kind === 'fail') Object.assign(failure, { after: one.after, times: 1, how: one.how });
      else if (one.kind === 'restart') due = createDueProjects(deps, { shares: 2, people: 2 });
      else if (one.kind === 'settle') {
        await due(isOpen);
        hasClosed ||= (await findProject(database.pool, id))?.phase !== 'selling';
      } else {
        const { who, pieces } = one;
        const had = wanted.get(who) ?? 0;
        const left = 60 - [...wanted.values()].reduce((sum, each) => sum + each, 0);
        const may = !hasClosed && now >= opensAt && now < closesAt && had + pieces <= 40 && had + pieces >= 2;
        const given = manner === 'pro-rata' ? pieces : Math.min(pieces, left);
        const input = { project: id.toString(), amount: (pieces / 2).toString() };
        const request = { userId: people[who] ?? 0n, key: newKey() };
        const attempt = () => subscribe(deps, input, request).then(() => true, asOutcome);
        // A lost answer is asked for again under the same key.
        const outcome = (await attempt()) ?? (await attempt());
        expect(outcome, JSON.stringify(one)).toBe(may && given > 0);
        if (outcome === true) wanted.set(who, had + given);
      }
      await addsUp();
    }
    failure.times = 0;
    now = Math.max(now, closesAt) + 120_000;
    await createDueProjects(deps, { shares: 2, people: 2 })(isOpen);
    expect(await findProject(database.pool, id)).toMatchObject({ phase: 'ended' });
    await addsUp();
    const lines = [...wanted];
    const shares = allot(
      lines.map(([, pieces]) => BigInt(pieces)),
      60n,
    );
    for (const [nth, owner] of people.slice(0, 6).entries()) {
      const line = lines.findIndex(([who]) => who === nth);
      const got = line < 0 ? 0n : (shares[line] ?? 0n);
      const [money, coins] = [await balance(owner, 'USDT'), await balance(owner, 'SEI')];
      expect(money).toEqual({ ...before[nth], available: (before[nth]?.available ?? 0n) - got * pieceCost });
      expect(coins.available - (coinsBefore[nth]?.available ?? 0n)).toBe(got * unit);
    }
  }

  /** False for a refusal, null for a failure made on purpose. */
  function asOutcome(error: unknown): false | null {
    if (error instanceof Refusal) return false;
    if (error instanceof MadeFailure) return null;
    throw error;
  }

  const runs = atDepth(100);

  it.each(['pro-rata', 'first-come'] as const)(
    'every life of a %s project pays each person once',
    async (manner) => {
      await fc.assert(
        fc.asyncProperty(fc.array(act, { maxLength: 16 }), (acts) => play(manner, acts)),
        { numRuns: runs },
      );
      expect((await checkLedger(database, true, now)).findings).toEqual([]);
    },
    240_000,
  );

  it('a restart between any two steps changes nothing', async () => {
    const acts: Act[] = people.slice(0, 6).map((_, who) => ({ kind: 'commit', who, pieces: 20 + who }));
    for (const how of ['undone', 'unheard'] as const) {
      for (let after = 6; after < 15; after += 1) {
        await play('pro-rata', [
          ...acts,
          { kind: 'pass', ms: 61_000 },
          { kind: 'fail', after, how },
          { kind: 'settle' },
          { kind: 'restart' },
        ]);
      }
    }
  }, 120_000);
});

describe('the pair of a new coin', () => {
  const signed = { by: 'ann', reason: 'a test', at: now };
  const coin = { id: 'KNOT', name: 'Red Knot', scale: 8, displayDecimals: 2, faucetAmount: null };
  const pair = {
    quote: 'USDT',
    priceDecimals: 4,
    amountDecimals: 1,
    minAmount: '0.1',
    maxAmount: '1000000',
    minTotal: '1',
    makerFee: '0.0008',
    takerFee: '0.001',
    tags: [],
    state: 'announced',
    opensAt: null,
    referencePrice: '0.5',
  } as const;
  const auctionMs = 60_000;

  it('is one that waits for it', async () => {
    await expect(start('pro-rata', { auctionMs })).rejects.toThrow('SEIUSDT is not announced');
    await expect(start('pro-rata', { auctionMs: 1 })).rejects.toThrow('from five seconds');
    await database.transaction((tx) => listCoin(tx, { coin, pair: null }, signed));
    instruments.replace(await readInstruments(database));
    await expect(start('pro-rata', { coin: 'KNOT', auctionMs })).rejects.toThrow('KNOTUSDT is not listed');
  });

  it('collects orders once everybody holds the coin, whatever fails in between', async () => {
    await database.transaction((tx) => listPair(tx, { ...pair, base: 'KNOT' }, signed));
    const { commit, closesAt, deps } = await start('pro-rata', { coin: 'KNOT', auctionMs });
    const stateNow = async () => (await readInstruments(database)).pairs.find(({ id }) => id === 'KNOTUSDT');
    await commit(people[0] ?? 0n, '400');
    expect(await stateNow()).toMatchObject({ state: 'announced' });
    now = closesAt;
    for (let after = 0; after < 8; after += 1) {
      const unsteady = failingDatabase(database, { after, times: 1, how: after % 2 === 0 ? 'undone' : 'unheard' });
      await createDueProjects({ ...deps, database: unsteady })(isOpen);
      now += 60_000;
    }
    expect(await stateNow()).toMatchObject({ state: 'auction' });
    expect((await balance(people[0] ?? 0n, 'KNOT')).available).toBe(800n * unit);
    const { rows } = await database.pool.query(
      "SELECT count(*)::int AS moves FROM operator_log WHERE what = 'list-move' AND subject LIKE 'KNOTUSDT %'",
    );
    expect(rows[0].moves).toBe(1);
    await addsUp();
  });
});
