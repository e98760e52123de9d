import { compareDecimals, type Decimal } from '#protocol/core/decimal.ts';
import { formatShare } from '#app/platform/format/number-format.ts';

/** From ten times what was promised on, how much more says nothing. */
const muchShare = '10';

/** A cover in percent, cut to one place; `null` is that of an account that has promised nothing. */
export function coverText(share: Decimal | null): string {
  if (share === null) return '–';
  return compareDecimals(share, muchShare) >= 0 ? `≥ ${formatShare(muchShare, 0)}` : formatShare(share, 1);
}
