import type { Decimal } from '#protocol/core/decimal.ts';
import { formatShare } from '#app/platform/format/number-format.ts';

/** A share of fees as a percentage, with as many digits as it has: `0.15` is `15%`, `0.025` is `2.5%`. */
export function shareText(share: Decimal): string {
  const digits = share.split('.')[1]?.length ?? 0;
  return formatShare(share, Math.max(0, digits - 2));
}
