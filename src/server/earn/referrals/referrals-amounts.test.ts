import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayMs } from '#protocol/core/durations.ts';
import { toUnits } from '#protocol/core/decimal.ts';
import { auditedAmounts } from '#server/main/audited-amounts.ts';
import { auditParts } from '#server/main/audit-parts.ts';
import { expectUnitsFound, findingsNow } from '#server/core/ledger/testing-units.ts';
import { testReferrals, type TestReferrals } from './testing.ts';

/** One unit more or less in any amount of rebates is found. */

let team: TestReferrals;
let middle = 0n;
let low = 0n;

const audited = () => ({ database: team.database, parts: auditParts(() => team.now()), clock: () => team.now() });

beforeAll(async () => {
  team = await testReferrals();
  middle = await team.user(await team.user());
  low = await team.user(middle);
  const lowest = await team.user(low);
  const credit = async () => {
    team.pass(dayMs);
    await team.area().creditDue();
  };
  // Of both generations, of both wallets of one day, and a fee that was given back a week later.
  await team.fee(low, toUnits('10', 8));
  await team.contractFee(low, toUnits('3', 8));
  await team.fee(lowest, toUnits('5', 8));
  await credit();
  team.pass(7 * dayMs);
  await team.fee(low, toUnits('-4', 8));
  await team.fee(lowest, toUnits('1', 8));
  await credit();
  // One that waits for its day to end.
  await team.fee(low, toUnits('2', 8));
  await team.area().creditDue();
}, 60_000);
afterAll(() => team.close());

it('is sound as it is', async () => {
  for (const depth of ['deep', 'full'] as const) expect(await findingsNow(audited(), depth)).toEqual([]);
  const { rows } = await team.database.pool.query(
    'SELECT credited, count(*)::int AS fees FROM team_fees GROUP BY 1 ORDER BY 1',
  );
  expect(rows).toEqual([
    { credited: false, fees: 1 },
    { credited: true, fees: 5 },
  ]);
});

it.each([
  ['team_balances', 'owner = MIDDLE', 'deep'],
  ['team_sums', 'owner = MIDDLE AND member = LOW', 'deep'],
  ['team_sums', 'owner = MIDDLE AND member <> LOW', 'deep'],
  ['team_weeks', 'owner = MIDDLE AND reversed = 0', 'deep'],
  ['team_weeks', 'owner = MIDDLE AND reversed > 0', 'deep'],
  ['team_rebates', 'owner = MIDDLE AND generation = 1 AND units > 0', 'full'],
  ['team_rebates', 'owner = MIDDLE AND generation = 1 AND units < 0', 'full'],
  ['team_rebates', 'owner = MIDDLE AND generation = 2', 'full'],
  ['team_fees', 'credited AND fee > 0', 'full'],
  ['team_fees', 'credited AND fee < 0', 'full'],
  ['team_fees', 'NOT credited', 'deep'],
] as const)('finds one unit of any amount of %s where %s', async (table, where, depth) => {
  const columns = Object.keys(auditedAmounts[table] ?? {});
  const row = where.replaceAll('MIDDLE', String(middle)).replaceAll('LOW', String(low));
  await expectUnitsFound(audited(), { table, columns, where: row, depth });
});
