import * as fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { traceresponseHeader } from '#protocol/core/limits.ts';
import { noteTracing, traceparent } from './traceparent.ts';

const answer = (headers: Record<string, string> = {}) => new Response(null, { headers });
const traced = answer({ [traceresponseHeader]: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00' });

afterEach(() => noteTracing(answer()));

it('is sent while the exchange says that it traces, and at no other time', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 20 }), (answers) => {
      noteTracing(answer());
      expect(traceparent()).toBeNull();
      for (const isTraced of answers) {
        noteTracing(isTraced ? traced : answer());
        expect(traceparent() !== null).toBe(isTraced);
      }
    }),
  );
});

it('is new for every call and takes nothing over from an answer', () => {
  noteTracing(traced);
  const made = Array.from({ length: 200 }, () => traceparent() ?? '');
  for (const one of made) expect(one).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-00$/);
  for (const [from, to] of [
    [3, 35],
    [36, 52],
  ]) {
    expect(new Set(made.map((one) => one.slice(from, to))).size).toBe(made.length);
  }
  expect(made.join(' ')).not.toContain('4bf92f3577b34da6a3ce929d0e0e4736');
});
