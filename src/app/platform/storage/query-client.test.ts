import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { codes } from '#protocol/core/codes.ts';
import { ApiRefusal } from '../api/api.ts';
import { createAppQueryClient } from './query-client.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Asks a question of which the first answers are refusals, and lets the time of all further ones pass. */
async function asked(...refusals: readonly ApiRefusal[]) {
  const at: number[] = [];
  const client = createAppQueryClient(
    () => undefined,
    () => 0.5,
  );
  const from = Date.now();
  const answer = client
    .fetchQuery({
      queryKey: ['wallet', {}],
      queryFn: () => {
        const refusal = refusals[at.length];
        at.push(Date.now() - from);
        if (refusal !== undefined) throw refusal;
        return 'the wallet';
      },
    })
    .catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  client.clear();
  return { at, answer: await answer };
}

const busy = new ApiRefusal(codes.busyRetry, 'error', null);

test('a question that the exchange is too busy for is asked again by itself, later each time', async () => {
  expect(await asked(busy, busy)).toEqual({ at: [0, 1_000, 3_000], answer: 'the wallet' });
});

test('it is shown as refused when the exchange stays busy', async () => {
  expect(await asked(busy, busy, busy, busy, busy)).toEqual({ at: [0, 1_000, 3_000, 7_000], answer: busy });
});

test('any other refusal is shown at once', async () => {
  const refusal = new ApiRefusal(codes.serverError, 'error', null);
  expect(await asked(refusal)).toEqual({ at: [0], answer: refusal });
});
