import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { runConsole, settingsBeside } from '../testing.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const signed = ['--reason', 'the budget of the quarter', '--by', 'ann'] as const;

const run = (mode: 'practice' | 'live', ...args: readonly string[]) =>
  runConsole({ ...settingsBeside(database), MODE: mode }, ['backing', ...args]);

it('moves practice coins into a product and free cover out, and says who and why', async () => {
  expect((await run('practice')).said).toContain('No product holds anything.');
  expect(await run('practice', 'fund', 'fixed-terms', 'usdt', '250.5', ...signed)).toMatchObject({ code: 0 });
  expect((await run('practice')).said).toContain('fixed-terms  USDT  held 250.5, promised 0, free 250.5');
  expect(await run('practice', 'take', 'fixed-terms', 'USDT', '50.5', ...signed)).toMatchObject({ code: 0 });
  expect((await run('practice')).said).toContain('fixed-terms  USDT  held 200, promised 0, free 200');
  const { said } = await runConsole(settingsBeside(database), ['stop-log']);
  expect(said).toContain('ann  backing  product fixed-terms USDT 250.5  the budget of the quarter');
  expect(said).toContain('ann  backing  product fixed-terms USDT -50.5  the budget of the quarter');
});

it('takes the name of the version before with a warning', async () => {
  const { code, said } = await run('practice', 'fund', 'launch', 'BTC', '1', ...signed);
  expect(code).toBe(0);
  expect(said).toContain('Warning: launch is now launchpad; the next version removes the old name.');
  expect(said).toContain('1 BTC moved into launchpad.');
});

it('takes out no more than is free, and writes nothing then', async () => {
  const { code, said } = await run('practice', 'take', 'fixed-terms', 'USDT', '201', ...signed);
  expect(code).toBe(1);
  expect(said).toContain('Less than 201 USDT is free there.');
  expect((await runConsole(settingsBeside(database), ['stop-log'])).said).not.toContain('-201');
});

it.each([
  ['fund', 'savings', 'USDT', '1'],
  ['fund', 'fixed-terms', 'NOCOIN', '1'],
  ['fund', 'fixed-terms', 'USDT', '0'],
  ['fund', 'fixed-terms', 'USDT', '-1'],
  ['fund', 'fixed-terms', 'USDT', '0.000000001'],
  ['give', 'fixed-terms', 'USDT', '1'],
])('refuses %s %s %s %s', async (...words) => {
  expect((await run('practice', ...words, ...signed)).code).not.toBe(0);
});

it('needs a reason', async () => {
  expect((await run('practice', 'fund', 'fixed-terms', 'USDT', '1')).code).not.toBe(0);
});
