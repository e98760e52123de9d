import { figuresDay } from './rules.ts';
import { hourMs } from '#protocol/core/durations.ts';
import { merchantFiguresMs } from '#protocol/p2p/currencies.ts';
import type { Area } from '#server/core/areas/area.ts';
import { createMerchantHandlers, type MerchantHandlers } from './calls.ts';
import { merchantReviewEffect } from './decisions.ts';
import type { MerchantsDeps } from './deps.ts';
import { removeOldDays } from './store.ts';

/** Opens merchants: their calls, and the effect of the reviews of their deposits. Opened before reviews run. */
export function openMerchants(deps: MerchantsDeps): Area<MerchantHandlers> {
  deps.reviews.onDecision('merchant', merchantReviewEffect(deps, 'deposit'));
  deps.reviews.onDecision('merchant-refund', merchantReviewEffect(deps, 'refund'));
  return {
    calls: createMerchantHandlers(deps),
    jobs: [
      {
        name: 'remove old figures of merchants',
        everyMs: hourMs,
        run: () => removeOldDays(deps.database.pool, figuresDay(deps.clock() - 2 * merchantFiguresMs)),
      },
    ],
  };
}
