import { minuteMs } from '#protocol/core/durations.ts';
import { toUnits } from '#protocol/core/decimal.ts';
import type { Area } from '#server/core/areas/area.ts';
import { assetScale } from '#server/core/assets.ts';
import { fundForPractice } from '../backing/funding.ts';
import { accrueDays, createDueTerms } from './due.ts';
import { createFixedTermHandlers, type FixedTermHandlers } from './calls.ts';
import type { FixedTermsDeps } from './deps.ts';
import { writeFirstProducts } from './first-products.ts';
import { practiceCover, shippedProducts } from './shipped.ts';

/** Days accrue and terms are paid within this time. */
const dueEveryMs = 1_000;
/** Free cover of practice mode is looked at this often. */
const fundEveryMs = minuteMs;

/** Opens fixed terms: a store without products gets the shipped ones, and in practice mode the cover is funded. */
export async function openFixedTerms(
  deps: FixedTermsDeps,
): Promise<Area<FixedTermHandlers> & { readonly handleDueTerms: () => Promise<number> }> {
  const { database, ledger, clock, config } = deps;
  await writeFirstProducts(database, shippedProducts(config.mode), clock());
  const accrue = (isClosed: () => boolean) => accrueDays(database.pool, clock(), { isClosed });
  const handleDue = createDueTerms(deps);

  async function fund(): Promise<void> {
    const targets = practiceCover.map(
      ([asset, amount]) => ({ product: 'fixed-terms', asset, units: toUnits(amount, assetScale(asset)) }) as const,
    );
    ledger.changed(await database.transaction((tx) => fundForPractice(tx, ledger, targets, clock())));
  }

  const isPractice = config.mode === 'practice';
  if (isPractice) await fund();
  return {
    calls: createFixedTermHandlers(deps),
    async handleDueTerms() {
      await accrue(() => false);
      return handleDue(() => false);
    },
    jobs: [
      { name: 'accrue fixed terms', everyMs: dueEveryMs, run: accrue },
      { name: 'pay fixed terms', everyMs: dueEveryMs, run: handleDue },
      ...(isPractice
        ? [{ name: 'fund fixed terms', everyMs: fundEveryMs, run: fund, isLoggedOnly: true as const }]
        : []),
    ],
  };
}
