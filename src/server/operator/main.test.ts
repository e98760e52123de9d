import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../core/store/testing.ts';
import { commandGroups } from './console.ts';
import { runConsole, settingsBeside, startConsole } from './testing.ts';

/** The console as a process: what it prints, its exit code, and that it ends. */

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

it('prints, sets its exit code and ends, as it does within a test', async () => {
  const beside = settingsBeside(database);
  const elsewhere = { DATABASE_URL: 'mysql://127.0.0.1/none' };
  const asked: [environment: typeof beside, args: string[], code: number, said: RegExp][] = [
    [beside, ['stops'], 0, /^Nothing is stopped\.\n$/],
    [beside, ['review', '12'], 1, /^There is no review #12\.\n$/],
    [beside, ['stop', 'coin', '--reason', 'x'], 1, /^Name one of: .*\n\n {2}stop coin/s],
    [elsewhere, ['ticket', 'list'], 1, /^The configuration cannot be used:\n {2}DATABASE_URL must be/],
  ];
  for (const [environment, args, code, said] of asked) {
    const process = await startConsole(environment, args);
    expect(process).toEqual({ code, said: expect.stringMatching(said) });
    expect(await runConsole(environment, args)).toEqual(process);
  }
}, 60_000);

it('finds every command in the group that has it', async () => {
  for (const { names, load } of commandGroups) expect(Object.keys(await load())).toEqual(names);
  const all = commandGroups.flatMap(({ names }) => names);
  expect(new Set(all).size).toBe(all.length);
});

it('accepts no other command, not even names of Object.prototype', async () => {
  for (const name of ['toString', '__proto__', 'constructor', 'nothing']) {
    const { code, said } = await runConsole({}, [name]);
    expect(code).toBe(1);
    expect(said).toMatch(/^npm run operator -- <command>/);
  }
  expect((await runConsole({}, ['help'])).code).toBe(0);
});
