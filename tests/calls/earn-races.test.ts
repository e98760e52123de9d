import { afterAll, beforeAll, expect, it } from 'vitest';
import { atDepth } from '../depth.ts';
import type { CallSpec } from '#protocol/core/call.ts';
import { calls, type MoneyCall } from '#protocol/calls.ts';
import { codes } from '#protocol/core/codes.ts';
import { listingApplicationCalls } from '#protocol/listing-applications/calls.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import { checkLedger } from '#server/core/ledger/audit-check.ts';
import { givePractice } from '#server/core/ledger/testing.ts';
import type { Answer } from './caller.ts';
import { loansOf } from './loan-applications.ts';
import { type MoneyWorld, openMoneyWorld } from './money-world.ts';

/**
 * Every call that moves money of fixed terms, subscriptions, mining, loans, sign-in and the team, 64 times at once with one
 * key: one effect and one answer; and 64 with keys of their own for something that there is once.
 */

const rounds = atDepth(2, 1);
const raceMs = 60_000 + rounds * 10_000;
const callsAtOnce = 64;
let world: MoneyWorld;

beforeAll(async () => {
  world = await openMoneyWorld('earn-race');
}, 60_000);
afterAll(async () => {
  try {
    expect((await checkLedger(world.exchange.database, true, Date.now())).findings).toEqual([]);
    expect(world.exchange.errors).toEqual([]);
  } finally {
    await world.exchange.close();
  }
}, 60_000);

/** Each of the areas `earn`, `loan` and `rewards`; an act of a call that has several stands behind it. */
const moneyCalls = Object.entries<CallSpec>(calls).flatMap(([name, { area, money }]) =>
  money && ['earn', 'loan', 'rewards'].includes(area) ? [name as MoneyCall] : [],
);
const acts = [
  ...moneyCalls,
  'POST coinLoan top-up',
  'POST coinLoan repay-all',
  'POST startUpMiningOrder start',
] as const;
type Act = (typeof acts)[number];

const callOf = (act: Act) => act.split(' ').slice(0, 2).join(' ') as MoneyCall;

/** A right body of an act; each can be done once. */
async function bodyOf(act: Act): Promise<object> {
  const { bodies, exchange, user } = world;
  await givePractice(exchange.database, [BigInt(user.id)], { asset: 'USDT', amount: '1000' });
  if (act.startsWith('POST coinLoan') || act === 'POST loan/add') {
    await givePractice(exchange.database, [BigInt(user.id)], { asset: 'BTC', amount: '0.1' });
  }
  if (act.includes('Mining')) {
    // The house has as many miners, and the cover of what they earn, as the rounds need.
    await exchange.database.pool.query('UPDATE miner_models SET issued = issued + 1');
    await givePractice(exchange.database, [houseOwners.mining], { asset: 'USDT', amount: '1000' });
  }
  const body = await bodies[callOf(act)]();
  if (act === 'POST coinLoan top-up') return { ...body, act: 'top-up', amount: '0.001' };
  if (act === 'POST coinLoan repay-all') {
    const { amount: _amount, ...loan } = body as { amount: string };
    return { ...loan, act: 'repay-all', most: '200' };
  }
  if (act !== 'POST startUpMiningOrder start') return body;
  const filled = await world.caller.call('POST startUpMiningOrder', body, { as: user.token });
  expect(filled).toMatchObject({ code: codes.success });
  return { step: 'start', miner: (body as { miner: string }).miner };
}

const send = (act: Act, body: object, key = world.caller.newKey()): Promise<Answer> =>
  world.caller.call(callOf(act), body, { as: world.user.token, key });

/** What is written of the user: one effect is the same change of all of it every time. */
async function standing(): Promise<Record<string, number>> {
  const { id } = world.user;
  const { rows } = await world.exchange.database.pool.query<Record<string, number>>(
    `SELECT (SELECT count(*) FROM ledger_entries WHERE owner = $1)::int AS entries,
            (SELECT count(*) FROM fixed_holdings WHERE owner = $1)::int AS terms,
            (SELECT count(*) FROM fixed_holdings WHERE owner = $1 AND state <> 'not-earned')::int AS left,
            (SELECT coalesce(sum(wanted), 0) FROM launch_commitments WHERE owner = $1)::int AS pieces,
            (SELECT count(*) FROM miners WHERE owner = $1)::int AS miners,
            (SELECT count(*) FROM miner_events JOIN miners ON miners.id = miner
              WHERE miners.owner = $1 AND what IN ('filled', 'started', 'collected'))::int AS acts,
            (SELECT count(*) FROM loans WHERE owner = $1)::int AS loans,
            (SELECT count(*) FROM loan_events JOIN loans ON loans.id = loan
              WHERE loans.owner = $1 AND kind IN ('repaid', 'topped-up'))::int AS repayments,
            (SELECT count(*) FROM sign_ins WHERE owner = $1)::int AS days`,
    [id],
  );
  return rows[0] ?? {};
}

function changeOf(before: Record<string, number>, after: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(after).map(([name, value]) => [name, value - (before[name] ?? 0)]));
}

/** Ends what the last round left, of which a person may only have so much. */
async function tidy(): Promise<void> {
  const { exchange, user, caller } = world;
  const { pool } = exchange.database;
  const of = { as: user.token };
  const terms = await pool.query<{ id: string }>(
    "SELECT id FROM fixed_holdings WHERE owner = $1 AND state = 'not-earned'",
    [user.id],
  );
  for (const { id } of terms.rows) await caller.call('DELETE finPeriodicMyOrderList', { id }, of);
  const loans = await pool.query<{ id: string }>('SELECT id FROM loans WHERE owner = $1 AND ended_at IS NULL', [
    user.id,
  ]);
  if (loans.rows.length > 0) await loansOf(exchange, caller.done).decide();
  for (const { id } of loans.rows) {
    expect(await caller.call('POST coinLoan', { act: 'repay-all', loan: id, most: '200' }, of)).toMatchObject({
      code: codes.success,
    });
  }
  // Miners are a millisecond before their end; collecting looks at them, and ends them.
  const { rowCount } = await pool.query(
    `UPDATE miners SET started_at = 0, as_of = 0, ran = days * day_ms - 1, tank = burn, stopped_at = NULL, ended_at = NULL
      WHERE owner = $1 AND done_at IS NULL`,
    [user.id],
  );
  if ((rowCount ?? 0) > 0) {
    expect(await caller.call('POST pickMiningOrder', {}, of)).toMatchObject({ code: codes.success });
  }
}

const roundsTitle = `${rounds} ${rounds === 1 ? 'round' : 'rounds'}`;

it.each(acts)(
  `%s, ${callsAtOnce} times at once with one key, has one effect: ${roundsTitle}`,
  async (act) => {
    const alone = await bodyOf(act);
    const beforeAlone = await standing();
    expect(await send(act, alone)).toMatchObject({ code: codes.success });
    const once = changeOf(beforeAlone, await standing());
    expect(Object.values(once).some((value) => value !== 0)).toBe(true);
    for (let round = 0; round < rounds; round += 1) {
      await tidy();
      const body = await bodyOf(act);
      const before = await standing();
      const key = world.caller.newKey();
      const answers = await Promise.all(Array.from({ length: callsAtOnce }, () => send(act, body, key)));
      expect(answers[0]).toMatchObject({ code: codes.success });
      for (const answer of answers) expect(answer).toEqual(answers[0]);
      expect(changeOf(before, await standing())).toEqual(once);
    }
    await tidy();
  },
  raceMs,
);

/** What can be done once whoever asks, with the code for all others. */
const doneOnce: readonly (readonly [Act, number])[] = [
  ['DELETE finPeriodicMyOrderList', codes.orderFinished],
  ['POST startUpMiningOrder', codes.minerQuantityWrong],
  ['POST startUpMiningOrder start', codes.minerStartedOrEnded],
  ['POST pickMiningOrder', codes.minerNotEnded],
  ['POST coinLoan repay-all', codes.orderFinished],
  ['POST checkIn', codes.alreadySignedIn],
  ['POST myearnings', codes.insufficientWalletBalance],
];

it.each(doneOnce)(
  `%s, ${callsAtOnce} times at once with keys of their own, is done once: ${roundsTitle}`,
  async (act, otherwise) => {
    for (let round = 0; round < rounds; round += 1) {
      await tidy();
      const body = await wholeOf(act, await bodyOf(act));
      const answers = await Promise.all(Array.from({ length: callsAtOnce }, () => send(act, body)));
      const others = answers.filter(({ code }) => code !== codes.success);
      expect(others).toHaveLength(callsAtOnce - 1);
      expect(new Set(others.map(({ code }) => code))).toEqual(new Set([otherwise]));
    }
    await tidy();
  },
  raceMs,
);

/** A body that takes all there is: of a tank that holds more than one filling, and of rebates. */
async function wholeOf(act: Act, body: object): Promise<object> {
  const { exchange, user } = world;
  if (act === 'POST startUpMiningOrder') {
    const { miner } = body as { miner: string };
    const { rows } = await exchange.database.pool.query<{ capacity: number }>(
      'SELECT capacity FROM miners WHERE id = $1',
      [miner],
    );
    return { ...body, fuel: rows[0]?.capacity };
  }
  if (act !== 'POST myearnings') return body;
  const { rows } = await exchange.database.pool.query<{ held: string }>(
    "SELECT held FROM team_balances WHERE owner = $1 AND asset = 'USDT'",
    [user.id],
  );
  return { ...body, amount: fromUnits(BigInt(rows[0]?.held ?? 0), 8) };
}

it(
  `an application to list a coin, ${callsAtOnce} times at once, is open once: ${roundsTitle}`,
  async () => {
    const { exchange, payee, caller } = world;
    const { input } = listingApplicationCalls['POST addCoinApply'].example;
    for (let round = 0; round < rounds; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: callsAtOnce }, () =>
          caller.call('POST addCoinApply', { ...input, documents: [] }, { as: payee.token }),
        ),
      );
      const others = answers.filter(({ code }) => code !== codes.success);
      expect(others).toHaveLength(callsAtOnce - 1);
      expect(new Set(others.map(({ code }) => code))).toEqual(new Set([codes.unfinishedOrder]));
      const { rows } = await exchange.database.pool.query(
        `SELECT (SELECT count(*) FROM coin_applications WHERE owner = $1)::int AS applied,
                (SELECT count(*) FROM reviews WHERE kind = 'listing' AND owner = $1)::int AS reviewed`,
        [payee.id],
      );
      expect(rows).toEqual([{ applied: round + 1, reviewed: round + 1 }]);
      await exchange.database.pool.query(
        `UPDATE coin_applications SET state = 'refused', decided_at = 0, answer_by = NULL WHERE decided_at IS NULL`,
      );
      await exchange.database.pool.query("UPDATE reviews SET due_at = NULL WHERE kind = 'listing'");
    }
  },
  raceMs,
);
