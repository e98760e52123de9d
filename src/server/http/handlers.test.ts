import { expect, it } from 'vitest';
import { allHandlers } from './handlers.ts';
import { edgeForTest, handlersForTest } from './testing.ts';

it('has the type check refuse a call without a handler and a handler without a call', () => {
  const whole = handlersForTest({});
  expect(allHandlers(whole)).toBe(whole);

  const { 'POST login': _login, ...lacking } = whole;
  // @ts-expect-error A call has no handler.
  const incomplete = allHandlers(lacking);
  expect(() => edgeForTest({ handlers: incomplete })).toThrow('No handler for POST login');

  const surplus = { ...whole, 'GET nothing': async () => ({}) };
  // @ts-expect-error A handler has no call.
  allHandlers(surplus);
});
