import { figuresDay, depositAfter, type DepositEvent } from './rules.ts';
import { hourMs } from '#protocol/core/durations.ts';
import { merchantFiguresMs, merchantDepositAsset } from '#protocol/p2p/currencies.ts';
import type { Area } from '#server/core/areas/area.ts';
import { createMerchantHandlers, type MerchantHandlers } from './calls.ts';
import type { MerchantsDeps } from './deps.ts';
import { removeOldDays, lockMerchant, type MerchantRow, setMerchantStanding, writeMerchant } from './store.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { assetScale } from '#server/core/assets.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import type { Transaction } from '#server/core/store/database.ts';
import type { ReviewEffect } from '#server/accounts/reviews/reviews.ts';
import { depositJournal } from './journals.ts';

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

type DecisionDeps = Pick<MerchantsDeps, 'ledger' | 'clock' | 'notices' | 'sessions'>;

/** The outcomes of a review, each with the article that tells of it. */
const notices = {
  admit: 'notice/merchant-admitted',
  reject: 'notice/merchant-rejected',
  refund: 'notice/merchant-refunded',
  keep: 'notice/merchant-refund-rejected',
} as const satisfies Partial<Record<DepositEvent, string>>;

/** The effect of a review: on an application to be a merchant, or on a request for the deposit back. */
function merchantReviewEffect(deps: DecisionDeps, of: 'deposit' | 'refund'): ReviewEffect {
  const [approval, rejection] = of === 'deposit' ? (['admit', 'reject'] as const) : (['refund', 'keep'] as const);
  return async (tx, { subject, owner }, { approved, reason }) => {
    const event = approved ? approval : rejection;
    const balances = await decide(tx, deps, owner, subject, event, approved ? null : reason);
    return () => {
      deps.ledger.changed(balances);
      // Sessions remember the standing of their holder for some seconds.
      deps.sessions.forget();
      deps.notices.changed(owner);
    };
  };
}

async function decide(
  tx: Transaction,
  deps: DecisionDeps,
  owner: bigint,
  request: bigint,
  event: keyof typeof notices,
  reason: string | null,
): Promise<readonly BalanceRow[]> {
  const now = deps.clock();
  // Locks the user before the deposit, as everything does that needs both.
  if (event === 'admit' || event === 'refund') await setMerchantStanding(tx, owner, event === 'admit');
  const row = await lockMerchant(tx, owner);
  const state = depositAfter(row.state, event);
  if (state === null) throw new Error(`the merchant deposit of ${owner} is ${row.state}: no ${event}`);
  const isReturned = event === 'reject' || event === 'refund';
  const written: MerchantRow = { ...row, state, reason, units: isReturned ? 0n : row.units };
  await writeMerchant(tx, written, now);
  const amount = fromUnits(row.units, assetScale(merchantDepositAsset));
  const facts = { amount, asset: merchantDepositAsset, reason: reason ?? '' };
  await deps.notices.send(tx, owner, 'account', notices[event], facts);
  return isReturned ? deps.ledger.post(tx, depositJournal(owner, 0n - row.units, request, now)) : [];
}
