import { t } from '@lingui/core/macro';
import { hourMs, minuteMs } from '../../../../protocol/durations.ts';
import type { Decimal } from '../../../../protocol/maths/decimal.ts';
import { formatNumber } from '../../../platform/format/number-format.ts';

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

/** The share of completed orders, `99.2%`; a dash without any. @param completion in per cent */
export function completionRate(completion: Decimal | null): string {
  return completion === null ? '–' : `${formatNumber(completion, { decimals: 1 })}%`;
}
