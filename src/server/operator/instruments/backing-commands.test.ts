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
  expect(await run('practice', 'fund', 'earn', 'usdt', '250.5', ...signed)).toMatchObject({ code: 0 });
  expect((await run('practice')).said).toContain('earn  USDT  held 250.5, promised 0, free 250.5');
  expect(await run('practice', 'take', 'earn', 'USDT', '50.5', ...signed)).toMatchObject({ code: 0 });
  expect((await run('practice')).said).toContain('earn  USDT  held 200, promised 0, free 200');
  const { said } = await runConsole(settingsBeside(database), ['stop-log']);
  expect(said).toContain('ann  backing  product earn USDT 250.5  the budget of the quarter');
  expect(said).toContain('ann  backing  product earn USDT -50.5  the budget of the quarter');
});

it('takes out no more than is free, and writes nothing then', async () => {
  const { code, said } = await run('practice', 'take', 'earn', 'USDT', '201', ...signed);
  expect(code).toBe(1);
  expect(said).toContain('Less than 201 USDT is free there.');
  expect((await runConsole(settingsBeside(database), ['stop-log'])).said).not.toContain('-201');
});

it.each([
  ['fund', 'savings', 'USDT', '1'],
  ['fund', 'earn', 'NOCOIN', '1'],
  ['fund', 'earn', 'USDT', '0'],
  ['fund', 'earn', 'USDT', '-1'],
  ['fund', 'earn', 'USDT', '0.000000001'],
  ['give', 'earn', 'USDT', '1'],
])('refuses %s %s %s %s', async (...words) => {
  expect((await run('practice', ...words, ...signed)).code).not.toBe(0);
});

it('needs a reason', async () => {
  expect((await run('practice', 'fund', 'earn', 'USDT', '1')).code).not.toBe(0);
});
