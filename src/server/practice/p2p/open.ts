import { minuteMs } from '#protocol/core/durations.ts';
import type { Area } from '#server/core/areas/area.ts';
import { keepAdverts } from './advert-keeping.ts';
import { createAdvertTaking } from './advert-taking.ts';
import { foundMerchants, fundMerchants } from './founding.ts';
import { createOrderSteps } from './order-steps.ts';
import type { PracticeMerchantsDeps } from './deps.ts';

const stepEveryMs = 500;
const takeEveryMs = 5_000;
const keepEveryMs = 10_000;

/** What the merchants of practice mode do in one pass each, for tests. */
export interface PracticeMerchants extends Area {
  readonly carryOn: () => Promise<void>;
  readonly takeAdverts: () => Promise<void>;
  readonly keepAdverts: () => Promise<void>;
}

/** No merchants of the house: in live mode, and where fiat trading is switched off. */
export const noPracticeMerchants: PracticeMerchants = {
  calls: {},
  jobs: [],
  carryOn: () => Promise.resolve(),
  takeAdverts: () => Promise.resolve(),
  keepAdverts: () => Promise.resolve(),
};

/** Opens the merchants of practice mode: four of the house, through whom everything of fiat trading can be tried alone. */
export async function openPracticeMerchants(deps: PracticeMerchantsDeps): Promise<PracticeMerchants> {
  await foundMerchants(deps);
  const carryOn = createOrderSteps(deps);
  const takeAdverts = createAdvertTaking(deps);
  let keeping: Promise<void> | null = null;
  // Two passes at once would publish the same advert twice.
  const keep = () => {
    keeping ??= keepAdverts(deps).finally(() => (keeping = null));
    return keeping;
  };
  return {
    calls: {},
    carryOn,
    takeAdverts,
    keepAdverts: keep,
    jobs: [
      { name: 'carry on orders of practice merchants', everyMs: stepEveryMs, run: carryOn },
      { name: 'take adverts in practice', everyMs: takeEveryMs, run: takeAdverts },
      { name: 'keep adverts of practice merchants', everyMs: keepEveryMs, run: keep },
      { name: 'fund practice merchants', everyMs: 10 * minuteMs, run: () => fundMerchants(deps) },
    ],
  };
}
