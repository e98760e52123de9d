import { codes } from '#protocol/core/codes.ts';
import { ApiRefusal } from '#app/platform/api/api.ts';
import { formatCoins } from './fiat-money.ts';

/** What the exchange asks before another cancellation of the day is made or risked (21002). */
export interface CostQuestion {
  /** What it takes of the merchant deposit; null for somebody without one, who takes no more orders that day. */
  readonly cost: string | null;
}

/** The question that a refusal asks; null for any other refusal. */
export function costQuestionOf(error: unknown): CostQuestion | null {
  if (!(error instanceof ApiRefusal) || error.code !== codes.thirdCancelCosts) return null;
  const { amount, asset } = (error.data ?? {}) as { amount?: unknown; asset?: unknown };
  return { cost: typeof amount === 'string' && typeof asset === 'string' ? formatCoins(amount, asset) : null };
}
