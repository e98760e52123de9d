import { useState } from 'react';
import { compareDecimals } from '#protocol/core/decimal.ts';

/** The way of the last change of price; the first one seen has none. */
export function usePriceDirection(price: string | null): -1 | 0 | 1 {
  const [seen, setSeen] = useState<{ price: string | null; way: -1 | 0 | 1 }>({ price, way: 0 });
  if (price === null || price === seen.price) return seen.way;
  const compared = seen.price === null ? 0 : compareDecimals(price, seen.price);
  const way = compared < 0 ? -1 : compared > 0 ? 1 : 0;
  setSeen({ price, way });
  return way;
}
