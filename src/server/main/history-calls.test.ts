import { expect, test } from 'vitest';
import type { Handlers } from '../core/handler.ts';
import type { Histories } from '../core/store/standby/histories.ts';
import { withHistories } from './history-calls.ts';

/** Handlers that answer where they were run, with what the histories noted beside. */
function world() {
  const changed: bigint[] = [];
  let isHistory = false;
  const histories: Histories = {
    async read(_owner, work) {
      isHistory = true;
      return work().finally(() => (isHistory = false));
    },
    changed: (owner) => changed.push(owner),
  };
  const place = async () => (isHistory ? 'history' : 'primary');
  const fail = () => Promise.reject(new Error('half done'));
  const calls = { 'GET cashflow': place, 'GET currencyRecord': place, 'GET contractList': place, 'GET wallet': place };
  const handlers = withHistories({ ...calls, 'POST transfer': fail } as unknown as Handlers, histories);
  const ask = (name: string, input: object = {}, userId: bigint | null = 7n) =>
    (handlers as unknown as Record<string, (input: object, context: object) => Promise<unknown>>)[name]?.(input, {
      caller: userId === null ? null : { userId },
    });
  return { ask, changed };
}

test('only what is past is read as a history', async () => {
  const { ask } = world();
  expect(await ask('GET cashflow')).toBe('history');
  expect(await ask('GET currencyRecord', { state: 'history' })).toBe('history');
  expect(await ask('GET contractList', { show: 'closings' })).toBe('history');
  expect(await ask('GET currencyRecord', { state: 'current' })).toBe('primary');
  expect(await ask('GET contractList', { show: 'positions' })).toBe('primary');
  expect(await ask('GET wallet')).toBe('primary');
});

test('whatever somebody does counts as a change of theirs, also when it fails', async () => {
  const { ask, changed } = world();
  await expect(ask('POST transfer')).rejects.toThrow('half done');
  await expect(ask('POST transfer', {}, null)).rejects.toThrow('half done');
  await ask('GET cashflow');
  expect(changed).toEqual([7n]);
});
