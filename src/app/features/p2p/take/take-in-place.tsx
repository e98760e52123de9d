import { Suspense, useState } from 'react';
import type { ListedAdvert } from '#protocol/p2p/entities/trade.ts';
import type { Decimal } from '#protocol/core/decimal.ts';
import { useObservable } from '#app/platform/observable.ts';
import type { BoardFilter } from '../board/board-search.ts';
import { laterSheet } from '#app/features/shell/later-part.tsx';
import { closeTake, taking } from './open-take.ts';

const TakeSheet = laterSheet(() => import('./take-sheet.tsx'), 'TakeSheet');

interface TakeInPlaceProps {
  readonly filter: BoardFilter;
  readonly adverts: readonly ListedAdvert[] | undefined;
  /** Of the coin in the currency; null while unknown. */
  readonly index: Decimal | null;
  /** Prices are old: nothing can be taken. */
  readonly stale: boolean;
}

/** The sheet over the board that `openTake` opens, as long as its advert was seen in this list. */
export function TakeInPlace({ adverts, ...sheet }: TakeInPlaceProps) {
  const draft = useObservable(taking);
  const listed = adverts?.find(({ id }) => id === draft?.advert);
  const [seen, setSeen] = useState(listed);
  if (listed !== undefined && listed !== seen) setSeen(listed);
  const advert = listed ?? (seen?.id === draft?.advert ? seen : undefined);
  if (draft === null || advert === undefined) return null;
  return (
    <Suspense>
      <TakeSheet
        key={advert.id}
        {...sheet}
        draft={draft}
        advert={advert}
        isGone={listed === undefined}
        onClose={closeTake}
      />
    </Suspense>
  );
}
