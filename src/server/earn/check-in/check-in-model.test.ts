import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { atDepth, seed } from '../../../../tests/depth.ts';
import { dayMs, hourMs, minuteMs } from '#protocol/core/durations.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { runAudit } from '#server/core/ledger/audit-check.ts';
import { holdFaults } from '#server/core/ledger/testing.ts';
import { failingDatabase, noFailures, tryingOn } from '#server/core/store/testing-failures.ts';
import { productOwners } from '../backing/accounts.ts';
import { checkInAudit } from './audit.ts';
import { changePool } from './operate.ts';
import { auditOf, testCheckIn, type TestCheckIn } from './testing.ts';
import { NaiveCheckIn, people, type Step, steps, sumOf, type Trouble } from './testing-model.ts';

/**
 * Signing in on a real store against a machine that writes the seven rewards of a run down and crosses them off: people
 * who come and stay away, pools that run out, are changed and begin with a month, a coin that is halted, between jumps of
 * the clock by hours and days, also back, with restarts between any two steps, and with writes that fail or whose answers
 * get lost.
 */

let world: TestCheckIn;
const failures = noFailures();
const trying = tryingOn(failures);
beforeAll(async () => {
  world = await testCheckIn();
  // Far behind the month of the first terms: a clock that is set back never comes before it.
  world.passDays(365);
  await world.restart(failingDatabase(world.database, failures));
});
afterAll(() => world.close());

let users = 300_000n;

interface Run {
  readonly owners: readonly bigint[];
  readonly naive: NaiveCheckIn;
  /** When releases failed since the last restart: what failed waits up to a minute before it is tried again. */
  failedAt: number[];
  keys: number;
}

async function restart(run: Run): Promise<void> {
  await world.restart(failingDatabase(world.database, failures));
  run.failedAt = [];
  run.naive.fund(world.now());
}

async function sign(run: Run, who: number, fails: Trouble): Promise<void> {
  const { naive } = run;
  const [owner, person] = [run.owners[who] ?? 0n, naive.persons[who]];
  if (person === undefined) return;
  const now = world.now();
  const refusal = naive.refusalOf(person, now);
  const key = `sign-in-model-${owner}-${(run.keys += 1)}`;
  const done = () => {
    const reward = fromUnits(naive.signIn(person, now), 8);
    return { streak: person.length, reward, doubled: person.length % 7 === 0, at: now };
  };
  const first = await trying(() => world.signIn(owner, key), fails === null ? {} : { how: fails.how, times: 1 });
  if (refusal !== null) {
    expect(first).toBe(refusal);
    return;
  }
  let shown = fails?.how === 'undone' ? null : done();
  expect(first).toEqual(fails === null ? { answer: expect.objectContaining(shown ?? {}) } : 'lost');
  if (fails === null) return;
  if (fails.restarts) await restart(run);
  if (!fails.isAskedAgain) return;
  const second = await trying(() => world.signIn(owner, key));
  shown ??= done();
  expect(second).toMatchObject({ answer: shown });
}

async function release(run: Run, fails: Trouble): Promise<void> {
  const { naive } = run;
  const now = world.now();
  const due = naive.broken(now);
  const mayWait = run.failedAt.some((at) => at <= now && now < at + minuteMs);
  await trying(() => world.area().releaseDue(), fails ?? {});
  const { rows } = await world.database.pool.query<{ owner: string }>(
    'SELECT owner FROM sign_in_streaks WHERE owner = ANY($1::bigint[]) AND promised = 0',
    [run.owners],
  );
  const done = due.filter((person) =>
    rows.some(({ owner }) => BigInt(owner) === run.owners[naive.persons.indexOf(person)]),
  );
  if (fails === null && !mayWait) expect(done).toEqual(due);
  if (fails !== null) run.failedAt.push(now);
  for (const person of done) naive.release(person);
}

async function setTerms({ naive }: Run, reward: bigint, left: number): Promise<void> {
  const pool = naive.poolOf(naive.monthOf(naive.dayOf(world.now())), true);
  const wanted = pool.used + BigInt(left) * reward;
  const budget = wanted < 0n ? 0n : wanted;
  const signed = { by: 'grace', reason: 'a test', at: world.now() };
  const isDone = await world.database.transaction((tx) => changePool(tx, { reward, budget }, signed));
  expect(isDone).toBe(budget >= pool.used);
  if (isDone) Object.assign(pool, { reward, budget });
}

async function take(run: Run, one: Step, fails: Trouble): Promise<void> {
  const { naive } = run;
  if (one.do === 'pass') world.passMs(one.n);
  else if (one.do === 'sign') await sign(run, one.who, fails);
  else if (one.do === 'release') await release(run, fails);
  else if (one.do === 'restart') await restart(run);
  else if (one.do === 'terms') await setTerms(run, one.reward, one.left);
  else if (one.do === 'halt') {
    naive.isHalted = !naive.isHalted;
    world.gate.halted[naive.isHalted ? 'add' : 'delete']('USDT');
  } else {
    const fund = world.area().jobs.find(({ name }) => name.startsWith('fund'));
    await trying(async () => fund?.run(() => false), fails ?? {});
    if (fails?.how !== 'undone') naive.fund(world.now());
  }
}

async function compare({ owners, naive }: Run): Promise<void> {
  const { pool } = world.database;
  const today = naive.dayOf(world.now());
  const month = naive.monthOf(today);
  for (const [who, owner] of owners.entries()) {
    const person = naive.persons[who];
    if (person === undefined) return;
    const isOn = person.last >= today - 1;
    const seen = await world.state(owner);
    expect(seen).toMatchObject({
      signedToday: person.last >= today,
      streak: isOn ? person.length : 0,
      promised: fromUnits(isOn ? sumOf(person.promised) : 0n, 8),
    });
    const ofMonth = [...person.days].filter(([day]) => naive.monthOf(day) === month);
    expect(seen.days.map(({ reward }) => reward)).toEqual(
      ofMonth.toSorted(([one], [other]) => one - other).map(([, units]) => fromUnits(units, 8)),
    );
    expect(await world.held(owner)).toEqual({ user: person.got, free: naive.free, aside: naive.aside });
  }
  const pools = await pool.query<Record<string, string>>(
    'SELECT month, reward, budget, used FROM sign_in_pools ORDER BY month',
  );
  expect(pools.rows).toEqual(
    [...naive.pools]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, { reward, budget, used }]) => ({
        month: name,
        reward: `${reward}`,
        budget: `${budget}`,
        used: `${used}`,
      })),
  );
  const off = 'SELECT asset FROM balances GROUP BY asset HAVING sum(available + frozen + locked) <> 0';
  expect((await pool.query(off)).rows).toEqual([]);
  const { rewards: from } = productOwners;
  expect(await holdFaults(pool, ['spot'], [checkInAudit], { part: 'frozen', from })).toEqual([]);
  expect(await auditOf(world.database)).toEqual([]);
}

/** Pools and cover as they stand: what an earlier run promised is broken by now, and given back. */
async function begin(): Promise<Run> {
  world.gate.halted.clear();
  const { rows: held } = await world.database.pool.query<{ last: number | null }>(
    'SELECT max(last_day) AS last FROM sign_in_streaks WHERE promised > 0',
  );
  const today = Math.floor((world.now() + 8 * hourMs) / dayMs);
  world.passDays(Math.max(0, (held[0]?.last ?? 0) + 2 - today));
  await world.restart(failingDatabase(world.database, failures));
  await world.area().releaseDue();
  const { rows } = await world.database.pool.query<Record<'month' | 'reward' | 'budget' | 'used', string>>(
    'SELECT month, reward, budget, used FROM sign_in_pools',
  );
  const pools = rows.map(
    ({ month, reward, budget, used }) =>
      [month, { reward: BigInt(reward), budget: BigInt(budget), used: BigInt(used) }] as const,
  );
  const owners = Array.from({ length: people }, () => (users += 1n));
  const { free } = await world.held(0n);
  return { owners, naive: new NaiveCheckIn(new Map(pools), free), failedAt: [], keys: 0 };
}

const runs = atDepth(60);
const auditEvery = 50;

it('equals the naive machine, and is backed all the time', { timeout: 120_000 + runs * 1_000 }, async () => {
  let played = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const run = await begin();
      await compare(run);
      for (const { one, fails } of all) {
        await take(run, one, fails);
        await compare(run);
      }
      played += 1;
      if (played % auditEvery === 0) await auditAll();
    }),
    { numRuns: runs, seed },
  );
  await auditAll();
});

async function auditAll(): Promise<void> {
  const { findings } = await runAudit(world.database, { depth: 'full', now: world.now(), parts: [checkInAudit] });
  expect(findings).toEqual([]);
}
