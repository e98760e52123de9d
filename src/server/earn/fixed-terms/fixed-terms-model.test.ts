import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { atDepth, seed } from '../../../../tests/depth.ts';
import { dayMs, hourMs, minuteMs } from '#protocol/core/durations.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import { holdFaults } from '#server/core/ledger/testing.ts';
import { failingDatabase, noFailures, tryingOn } from '#server/core/store/testing-failures.ts';
import { fixedTermsAudit } from './audit.ts';
import { insertProduct } from './first-products.ts';
import { changeProduct, revokeHolding, type TermChange } from './operate.ts';
import { fixedTermsForTest, type FixedTermsForTest } from './testing.ts';
import { type NaiveProduct, type NaiveTerm, NaiveTerms, type Step, steps, type Trouble } from './testing-model.ts';

/**
 * Fixed terms on a real store against a machine that walks from day to day: purchases, leaving, renewals, what the house
 * gives back, products that change and close and a coin that is halted, between jumps of the clock by hours and days, also
 * back, with restarts between any two steps, and with writes that fail or whose answers get lost.
 */

let world: FixedTermsForTest;
const failures = noFailures();
const trying = tryingOn(failures);
beforeAll(async () => {
  world = await fixedTermsForTest();
  await world.restart(failingDatabase(world.database, failures));
  await articles();
}, 60_000);
afterAll(() => world.close());

const unit = 10n ** 8n;
const signed = () => ({ by: 'grace', reason: 'a test', at: world.now() });

interface Run {
  readonly owners: readonly bigint[];
  readonly naive: NaiveTerms;
  /** When payments failed since the last restart: what failed waits up to a minute before it is tried again. */
  failedAt: number[];
  keys: number;
}

async function restart(run: Run): Promise<void> {
  await world.restart(failingDatabase(world.database, failures));
  run.failedAt = [];
  run.naive.fund();
}

/** A call of a user that is refused, done, or lost and perhaps asked again under the same key. */
async function ask<Answer>(
  run: Run,
  fails: Trouble,
  refusal: string | null,
  { call, done }: { readonly call: () => Promise<Answer>; readonly done: () => Promise<object> },
): Promise<void> {
  const first = await trying(call, fails === null ? {} : { how: fails.how, times: 1 });
  if (refusal !== null) {
    expect(first).toBe(refusal);
    return;
  }
  let shown: object | null = null;
  if (fails?.how !== 'undone') shown = await done();
  if (fails === null) expect(first).toMatchObject({ answer: shown });
  else {
    expect(first).toBe('lost');
    if (fails.restarts) await restart(run);
    if (!fails.isAskedAgain) return;
    const second = await trying(call);
    shown ??= await done();
    expect(second).toMatchObject({ answer: shown });
  }
}

/** A term as its owner sees it. */
function shownOf(naive: NaiveTerms, term: NaiveTerm, now: number) {
  const isRunning = term.state === 'not-earned';
  const day = isRunning ? naive.daysAt(term, now) : term.day;
  const interest = isRunning ? naive.interestOf(term, day) : term.interest;
  return {
    id: term.id,
    state: term.state,
    day,
    renews: term.renews,
    renewedAs: term.renewedAs,
    openedAt: term.openedAt,
    endsAt: term.endsAt,
    closedAt: term.closedAt,
    principal: fromUnits(term.principal, 8),
    interest: fromUnits(interest, 8),
    cost: fromUnits(term.cost, 8),
  };
}

async function newest(owner: bigint): Promise<string> {
  const { rows } = await world.database.pool.query<{ id: string }>(
    'SELECT max(id) AS id FROM fixed_holdings WHERE owner = $1',
    [owner],
  );
  return rows[0]?.id ?? '';
}

async function buy(run: Run, one: Extract<Step, { do: 'buy' }>, fails: Trouble): Promise<void> {
  const { naive } = run;
  const [owner, product] = [run.owners[one.who] ?? 0n, naive.products[one.product]];
  if (product === undefined) return;
  const principal = BigInt(one.n) * unit + BigInt(one.n % 977);
  const version = product.version - (one.isStale ? 1 : 0);
  const refusal = naive.refusalOf(one.who, product, principal, version);
  const key = `model ${owner} ${(run.keys += 1)}`;
  const now = world.now();
  await ask(run, fails, refusal, {
    call: () =>
      world.buy(owner, { product: product.id, version, amount: fromUnits(principal, 8), renews: one.renews }, key),
    done: async () => {
      naive.buy(await newest(owner), { owner: one.who, product, principal, renews: one.renews }, now);
      return shownOf(naive, naive.terms.at(-1) as NaiveTerm, now);
    },
  });
}

async function leave(run: Run, one: Extract<Step, { do: 'leave' }>, fails: Trouble): Promise<void> {
  const { naive } = run;
  const term = naive.terms[one.n % Math.max(naive.terms.length, 1)];
  if (term === undefined) return;
  const now = world.now();
  const ended = naive.isLeft(term, now) ? (naive.isHalted ? 'notYetOpen' : null) : 'orderFinished';
  const refusal = term.owner === one.who ? ended : 'notFound';
  const key = `model ${run.owners[0]} ${(run.keys += 1)}`;
  await ask(run, fails, refusal, {
    call: () => world.leave(run.owners[one.who] ?? 0n, term.id, key),
    done: async () => {
      naive.leave(term, now);
      return shownOf(naive, term, now);
    },
  });
}

async function renew(run: Run, one: Extract<Step, { do: 'renew' }>, fails: Trouble): Promise<void> {
  const { naive } = run;
  const term = naive.terms[one.n % Math.max(naive.terms.length, 1)];
  if (term === undefined) return;
  const refusal = term.state === 'not-earned' ? null : 'orderFinished';
  await ask(run, refusal === null ? fails : null, refusal, {
    call: () => world.renew(run.owners[term.owner] ?? 0n, term.id, one.renews),
    done: async () => {
      term.renews = one.renews;
      return { id: term.id, renews: one.renews };
    },
  });
}

async function change(run: Run, { product: nth, what, n }: Extract<Step, { do: 'change' }>): Promise<void> {
  const product = run.naive.products[nth];
  if (product === undefined) return;
  const terms: TermChange = {
    ratePpm: BigInt(n),
    exitPpm: BigInt(n),
    minimum: (BigInt(n) % 1_000n) * unit + 1n,
    maximum: (BigInt(n) + 1_000n) * unit,
    quota: BigInt(n) * unit,
    isOpen: n % 3 !== 0,
  };
  const changed = { [what]: terms[what as keyof TermChange] } as TermChange;
  await world.database.transaction((tx) => changeProduct(tx, BigInt(product.id), changed, signed()));
  const { ratePpm: rate = product.rate, exitPpm: exit = product.exit, ...others } = changed;
  Object.assign(product, { rate, exit, ...others, version: product.version + 1 });
}

/** What the house ends: all that is due, but for what fails, or failed and waits. */
async function pay(run: Run, fails: Trouble): Promise<void> {
  const { naive } = run;
  const now = world.now();
  const due = naive.due(now);
  const mayWait = run.failedAt.some((at) => at <= now && now < at + minuteMs);
  await trying(() => world.run('pay'), fails ?? {});
  const { rows } = await world.database.pool.query<{ id: string; state: string; renewed_as: string | null }>(
    'SELECT id, state, renewed_as FROM fixed_holdings WHERE id = ANY($1::bigint[])',
    [due.map(({ id }) => id)],
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  const ended = due.filter(({ id }) => stored.get(id)?.state !== 'not-earned');
  if (fails === null && !mayWait) expect(ended).toEqual(due);
  if (fails !== null) run.failedAt.push(now);
  for (const term of ended) naive.end(term, stored.get(term.id)?.renewed_as ?? null, now);
}

async function take(run: Run, one: Step, fails: Trouble): Promise<void> {
  const { naive } = run;
  if (one.do === 'pass') world.pass(one.n);
  else if (one.do === 'buy') await buy(run, one, fails);
  else if (one.do === 'leave') await leave(run, one, fails);
  else if (one.do === 'renew') await renew(run, one, fails);
  else if (one.do === 'change') await change(run, one);
  else if (one.do === 'pay') await pay(run, fails);
  else if (one.do === 'restart') await restart(run);
  else if (one.do === 'halt') {
    naive.isHalted = !naive.isHalted;
    world.gate.halted[naive.isHalted ? 'add' : 'delete']('USDT');
  } else if (one.do === 'revoke') {
    const term = naive.terms[one.n % Math.max(naive.terms.length, 1)];
    if (term === undefined) return;
    const done = await world.database.transaction((tx) => revokeHolding(tx, BigInt(term.id), signed()));
    expect(done).toBe(term.state === 'not-earned' && !term.isRevoked);
    term.isRevoked ||= done;
  } else {
    const isDone = fails === null || fails.after > 0 || fails.how === 'unheard';
    await trying(() => world.run(one.do), fails ?? {});
    if (!isDone) return;
    if (one.do === 'fund') naive.fund();
    else naive.accrue(world.now());
  }
}

async function compare({ owners: of, naive }: Run): Promise<void> {
  const { pool } = world.database;
  const stored = await pool.query<Record<string, string>>(
    'SELECT id, promised, day::text, interest FROM fixed_holdings WHERE owner = ANY($1::bigint[]) ORDER BY id',
    [of],
  );
  const inOrder = naive.terms.toSorted((one, other) => Number(BigInt(one.id) - BigInt(other.id)));
  expect(stored.rows).toEqual(
    inOrder.map(({ id, promised, day, interest }) => ({
      id,
      promised: `${promised}`,
      day: `${day}`,
      interest: `${interest}`,
    })),
  );
  const sums = await pool.query<Record<string, string>>(
    'SELECT id, held, promised FROM fixed_products WHERE id = ANY($1::bigint[]) ORDER BY id',
    [naive.products.map(({ id }) => id)],
  );
  expect(sums.rows).toEqual(
    naive.products.map((product) => {
      const running = naive.running({ product });
      return { id: product.id, held: `${naive.principalOf(running)}`, promised: `${naive.promisedOf(running)}` };
    }),
  );
  for (const [who, owner] of of.entries()) {
    const own = inOrder.filter((term) => term.owner === who).toReversed();
    expect(await world.holdings(owner)).toMatchObject(own.map((term) => shownOf(naive, term, world.now())));
    const locked = naive.principalOf(naive.running({ owner: who }));
    expect(await world.balance(owner, 'USDT')).toEqual({ available: naive.available[who], frozen: 0n, locked });
  }
  const frozen = naive.promisedOf(naive.running());
  expect(await world.balance(houseOwners.earn, 'USDT')).toEqual({ available: naive.free, frozen, locked: 0n });
  const notices = await pool.query<{ owner: string; times: number }>(
    'SELECT owner, count(*)::int AS times FROM notices WHERE owner = ANY($1::bigint[]) GROUP BY owner ORDER BY owner',
    [of],
  );
  expect(notices.rows).toEqual(
    of.flatMap((owner, who) => (naive.notices[who] === 0 ? [] : [{ owner: `${owner}`, times: naive.notices[who] }])),
  );
  await addsUp();
}

/** Every coin sums to zero, and what is locked and set aside is what terms hold and were promised. */
async function addsUp(): Promise<void> {
  const { pool } = world.database;
  const off = 'SELECT asset FROM balances GROUP BY asset HAVING sum(available + frozen + locked) <> 0';
  expect((await pool.query(off)).rows).toEqual([]);
  for (const part of ['locked', 'frozen'] as const) {
    expect(await holdFaults(pool, ['spot'], [fixedTermsAudit], { part })).toEqual([]);
  }
  const client = await pool.connect();
  try {
    expect(await fixedTermsAudit.find?.(client, { since: 0, full: true })).toEqual([]);
  } finally {
    client.release();
  }
}

/** The articles that notices are made of: without them none is written. */
async function articles(): Promise<void> {
  await world.database.pool.query(
    `INSERT INTO articles (key, kind, published_at) SELECT 'notice/fixed-term-' || news, 'notice', 0
       FROM unnest(ARRAY['earned', 'renewed', 'not-renewed', 'revoked']) AS news`,
  );
}

/** Two products of which one counts in hours; their quotas together are more than the house can pay. */
async function products(): Promise<NaiveProduct[]> {
  const terms = [
    { days: 3, dayMs: hourMs, rate: 250_001n },
    { days: 7, dayMs, rate: 300_000n },
  ];
  const all: NaiveProduct[] = [];
  for (const { rate, ...length } of terms) {
    const limits = { minimum: '1000', maximum: '150000', quota: '200000' };
    const product = {
      asset: 'USDT',
      cycle: 'weekly',
      ratePpm: Number(rate),
      exitPpm: 333_333,
      ...length,
      ...limits,
    } as const;
    const id = await world.database.transaction((tx) => insertProduct(tx, product, world.now()));
    const units = { minimum: 1_000n * unit, maximum: 150_000n * unit, quota: 200_000n * unit };
    all.push({ id: id.toString(), ...length, rate, exit: 333_333n, ...units, isOpen: true, version: 1 });
  }
  return all;
}

/** Ends what a run left that failed, so that a shorter one which fails can be looked for. */
async function tidy(): Promise<void> {
  const { pool } = world.database;
  world.gate.halted.clear();
  const { rows } = await pool.query<{ last: string | null }>(
    "SELECT max(ends_at) AS last FROM fixed_holdings WHERE state = 'not-earned'",
  );
  if (rows[0]?.last == null) return;
  await pool.query('UPDATE fixed_products SET is_open = false');
  world.pass(Math.max(0, Number(rows[0].last) - world.now()));
  await world.restart(failingDatabase(world.database, failures));
  await world.run('pay');
}

/** Nothing goes on: products are closed and all terms fall due. */
async function finish(run: Run): Promise<void> {
  const { naive } = run;
  naive.isHalted = false;
  world.gate.halted.clear();
  for (const product of naive.products) {
    await world.database.transaction((tx) => changeProduct(tx, BigInt(product.id), { isOpen: false }, signed()));
    product.isOpen = false;
  }
  await restart(run);
  world.pass(Math.max(0, ...naive.running().map(({ endsAt }) => endsAt - world.now())));
  await pay(run, null);
  await compare(run);
  expect(naive.running()).toEqual([]);
}

const runs = atDepth(60);
const auditEvery = 50;

it('equals the naive machine, and is backed all the time', { timeout: 120_000 + runs * 1_000 }, async () => {
  let played = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      await tidy();
      const users = [await world.user('USDT', 200_000n * unit), await world.user('USDT', 200_000n * unit)];
      const { available } = await world.balance(houseOwners.earn, 'USDT');
      const naive = new NaiveTerms(await products(), [200_000n * unit, 200_000n * unit], available);
      const run: Run = { owners: users, naive, failedAt: [], keys: 0 };
      await restart(run);
      for (const { one, fails } of all) {
        await take(run, one, fails);
        await compare(run);
      }
      await finish(run);
      played += 1;
      if (played % auditEvery === 0) expect(await world.findings()).toEqual([]);
    }),
    { numRuns: runs, seed },
  );
  expect(await world.findings()).toEqual([]);
});
