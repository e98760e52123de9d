import { useQuery } from '@tanstack/react-query';
import type { Decimal } from '#protocol/core/decimal.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { pairOf, pairsQuery } from '#app/features/pairs/queries.ts';

/** Writes prices of a pair with its digits; an average may have more of its own. */
export function usePriceText(id: string): (price: Decimal) => string {
  const { data } = useQuery(pairsQuery);
  const decimals = (data === undefined ? null : pairOf(data, id))?.priceDecimals;
  return (price) => formatNumber(price, { decimals });
}
