import { bodyHash } from '#server/core/idempotency/body-hash.ts';
import type { Spot } from '#server/markets/spot/spot.ts';
import { generator, orderBody } from './load-callers.ts';

/** Counts of one stretch of orders that came without HTTP. */
export interface InnerCount {
  readonly accepted: number;
  readonly seconds: number;
}

let keys = 0;

/** Places orders from within the server's own process, each user one after the other: what the writer and the store can do. */
export async function innerLoad(
  spot: Pick<Spot, 'submit'>,
  owners: readonly bigint[],
  milliseconds: number,
  seed: number,
): Promise<InnerCount> {
  let accepted = 0;
  const startedMs = performance.now();
  const untilMs = startedMs + milliseconds;
  await Promise.all(
    owners.map(async (owner, nth) => {
      const random = generator(seed * 1_000 + nth);
      while (performance.now() < untilMs) {
        const body = orderBody(random);
        const key = `inner-${process.pid}-${Date.now()}-${(keys += 1)}`;
        const mark = { call: 'POST currency', key, bodyHash: bodyHash(body) } as const;
        await spot.submit({ ...body, kind: 'place', owner, total: null }, mark);
        accepted += 1;
      }
    }),
  );
  return { accepted, seconds: (performance.now() - startedMs) / 1_000 };
}
