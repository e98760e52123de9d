import type { CallOutput } from '#protocol/calls.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { dayText } from '#protocol/core/product-day.ts';
import { assetScale } from '#server/core/assets.ts';
import type { Handlers } from '#server/core/handler.ts';
import { movedUnits } from '#server/custody/amount.ts';
import { once } from '#server/core/idempotency/once.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import { requirePerson } from '#server/accounts/identity/person.ts';
import { readLevels } from './credit-reads.ts';
import type { ReferralsDeps } from './deps.ts';
import { moveJournal } from './journals.ts';
import { type Cycle, firstDayOf, householdMost, levelOf, weekOf } from './rules.ts';
import { shownCoin, shownCycle, shownLevel, shownMember, shownRebate, shownWeeks } from './shown.ts';
import { coinsOf, inviterOf, membersOf, rebatesOf, sumsOf, takeHeld, weeksOf } from './store.ts';

export type ReferralHandlers = Pick<
  Handlers,
  | 'GET earningsInfo'
  | 'GET earningsPage'
  | 'GET myearnings'
  | 'POST myearnings'
  | 'GET teamDetail'
  | 'GET common/teamRewardsList'
>;

/** Weeks of the chart. */
const weeksShown = 12;

/** The calls of the team. */
export function createReferralHandlers(deps: ReferralsDeps, cycle: Cycle): ReferralHandlers {
  const { database, clock } = deps;
  const { pool } = database;
  return {
    'GET earningsInfo': (_, { caller }) => infoOf(deps, cycle, caller.userId),

    'GET earningsPage': async (query, { caller }) => {
      const { list, next } = await rebatesOf(pool, caller.userId, query);
      return { list: list.map(shownRebate), next };
    },

    'GET myearnings': async (_, { caller }) => {
      const coins = await coinsOf(pool, caller.userId);
      return { list: coins.map(shownCoin), cycle: shownCycle(cycle, clock()) };
    },

    'POST myearnings': (body, { caller: { userId }, idempotencyKey: key }) => move(deps, userId, key, body),

    'GET teamDetail': async (query, { caller }) => {
      const { list, next } = await membersOf(pool, caller.userId, query);
      const sums = await sumsOf(
        pool,
        caller.userId,
        list.map(({ member }) => member),
      );
      const week = weekOf(clock());
      return { list: list.map((row) => shownMember(row, sums, week)), next };
    },

    'GET common/teamRewardsList': async () => {
      const levels = await readLevels(pool);
      return { list: levels.map(shownLevel), household: householdMost, cycle: shownCycle(cycle, clock()) };
    },
  };
}

async function infoOf({ database: { pool }, clock }: ReferralsDeps, cycle: Cycle, owner: bigint) {
  const at = clock();
  const week = weekOf(at);
  const [levels, inviter, coins, weeks] = await Promise.all([
    readLevels(pool),
    inviterOf(pool, owner),
    coinsOf(pool, owner),
    weeksOf(pool, owner, week - weeksShown + 1),
  ]);
  const level = levelOf(levels, inviter.traded);
  const next = levels.find(({ members }) => members > level.members);
  return {
    level: shownLevel(level),
    next: next === undefined ? null : shownLevel(next),
    ...inviter,
    coins: coins.map(shownCoin),
    weeks: shownWeeks(weeks, coins),
    week: dayText(firstDayOf(week)),
    cycle: shownCycle(cycle, at),
  };
}

/** Moves rebates to the spot wallet, once per key: the user is locked, then the key, then what they hold. */
async function move(
  { database, ledger, clock, gate, config: { mode } }: ReferralsDeps,
  userId: bigint,
  key: string,
  body: { readonly asset: string; readonly amount: string },
): Promise<CallOutput<'POST myearnings'>> {
  const { asset, amount } = body;
  const units = movedUnits(asset, amount);
  const scale = assetScale(asset);
  const at = clock();
  let changed: readonly BalanceRow[] = [];
  const { answer } = await database.transaction(async (tx) => {
    changed = [];
    await tx.client.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
    return once(
      tx,
      { userId, call: 'POST myearnings', key, body, at },
      async (): Promise<CallOutput<'POST myearnings'>> => {
        gate.check('POST myearnings', { assets: [asset] });
        await requirePerson(tx, { mode, owner: userId, benefit: 'referral rebate' });
        const held = await takeHeld(tx, userId, asset, units);
        changed = await ledger.post(tx, moveJournal(userId, asset, units, at));
        return { asset, amount: fromUnits(units, scale), held: fromUnits(held, scale), at };
      },
    );
  });
  ledger.changed(changed);
  return answer;
}
