import type { ReactNode } from 'react';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';

/** Pairs as a `PickerList` offers them, found by their name too. */
export function pairOptions(pairs: readonly Pair[], detailOf: (pair: Pair) => ReactNode) {
  return pairs.map((pair) => ({
    value: pair.id,
    label: `${pair.base}/${pair.quote}`,
    detail: detailOf(pair),
    keywords: pair.name,
    leading: <CoinIcon symbol={pair.base} size={24} />,
  }));
}
