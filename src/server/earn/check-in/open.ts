import { minuteMs } from '#protocol/core/durations.ts';
import { toUnits } from '#protocol/core/decimal.ts';
import { monthOfDay, productDay } from '#protocol/core/product-day.ts';
import type { Area } from '#server/core/areas/area.ts';
import { assetScale } from '#server/core/assets.ts';
import { Retries } from '#server/core/jobs/retries.ts';
import { fundForPractice } from '../backing/funding.ts';
import { createCheckInHandlers, type CheckInHandlers } from './calls.ts';
import type { CheckInDeps } from './deps.ts';
import { releaseBroken } from './check-in.ts';
import { brokenStreaks, poolOf, seedPool } from './store.ts';

/** The terms that ship: an empty store begins with them, operators change them. */
const shipped = { asset: 'USDT', reward: '0.2', budget: '10000' } as const;
const releaseEveryMs = 10_000;
const releasedAtOnce = 200;

/** Signing in of a running exchange. */
export interface OpenedCheckIn extends Area<CheckInHandlers> {
  /** Gives back what broken runs had set aside, as the job does. @returns how many */
  readonly releaseDue: () => Promise<number>;
}

/** Opens signing in every day: its calls, the end of broken promises, and in practice mode its funds. */
export async function openCheckIn(deps: CheckInDeps): Promise<OpenedCheckIn> {
  const { database, clock } = deps;
  const scale = assetScale(shipped.asset);
  await seedPool(database.pool, {
    month: monthOfDay(productDay(clock())),
    asset: shipped.asset,
    reward: toUnits(shipped.reward, scale),
    budget: toUnits(shipped.budget, scale),
  });
  const isPractice = deps.config.mode === 'practice';
  const fund = () => fundPool(deps);
  if (isPractice) await fund();
  const releaseDue = createRelease(deps);
  return {
    calls: createCheckInHandlers(deps),
    jobs: [
      { name: 'release broken sign-in runs', everyMs: releaseEveryMs, run: releaseDue },
      ...(isPractice ? [{ name: 'fund sign-in rewards', everyMs: minuteMs, run: fund }] : []),
    ],
    releaseDue,
  };
}

/** Practice mode: the cover of this month's budget. */
async function fundPool({ database, ledger, clock }: CheckInDeps): Promise<void> {
  const at = clock();
  const pool = await poolOf(database.pool, monthOfDay(productDay(at)));
  if (pool === null || pool.budget === 0n) return;
  const target = { product: 'rewards', asset: pool.asset, units: pool.budget } as const;
  ledger.changed(await database.transaction((tx) => fundForPractice(tx, ledger, [target], at)));
}

/** A promise ends with the day that was missed; each is one transaction that looks again under its lock. */
function createRelease({ database, ledger, clock, logger }: CheckInDeps): () => Promise<number> {
  const retries = new Retries<bigint>(clock, (error, owner) =>
    logger.error({ err: error, owner: owner.toString() }, 'a broken sign-in run could not be released'),
  );
  return async function releaseDue(): Promise<number> {
    const today = productDay(clock());
    let released = 0;
    for (const owner of await brokenStreaks(database.pool, today, releasedAtOnce + retries.failing.count)) {
      await retries.attempt(owner, async () => {
        const at = clock();
        const changed = await database.transaction((tx) => releaseBroken(tx, ledger, { owner, today, at }));
        ledger.changed(changed);
        if (changed.length > 0) released += 1;
      });
    }
    return released;
  };
}
