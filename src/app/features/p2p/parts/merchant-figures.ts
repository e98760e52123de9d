import { t } from '@lingui/core/macro';
import { hourMs, minuteMs } from '#protocol/core/durations.ts';
import type { MerchantFigures } from '#protocol/p2p/entities/collection-methods.ts';
import type { Decimal } from '#protocol/core/decimal.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';

/** An average time in short: `< 1 min`, `4 min`, `2 h`; a dash while there is none. */
export function averageTime(ms: number | null): string {
  if (ms === null) return '–';
  if (ms < minuteMs) return t`< 1 min`;
  if (ms < 2 * hourMs) {
    const minutes = Math.round(ms / minuteMs);
    return t`${minutes} min`;
  }
  const hours = Math.round(ms / hourMs);
  return t`${hours} h`;
}

/** The share of completed orders or of positive ratings, `99.2%`; a dash without any. @param share in per cent */
export function shareText(share: Decimal | null): string {
  return share === null ? '–' : `${formatNumber(share, { decimals: 1 })}%`;
}

/** The positive share of ratings with their number, `98% of 41`; a dash without any. */
export function ratingsText({ rated, positive }: Pick<MerchantFigures, 'rated' | 'positive'>): string {
  const share = shareText(positive);
  const count = formatNumber(String(rated));
  return rated === 0 ? share : t`${share} of ${count}`;
}
