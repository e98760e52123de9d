import { Trans, useLingui } from '@lingui/react/macro';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { favourites } from '#app/platform/storage/favourites.ts';
import { useObservable } from '#app/platform/observable.ts';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { SearchField } from '#app/ui/controls/SearchField.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import css from './favourites-sheet.module.css';
import type { Listed } from './queries.ts';
import { searchPairs } from './search.ts';
import { StarRow } from './star-row.tsx';

interface FavouritesSheetProps {
  readonly listed: readonly Listed[];
  readonly onClose: () => void;
}

/** All pairs with their stars, those that are starred first. */
export default function FavouritesSheet({ listed, onClose }: FavouritesSheetProps) {
  const { t } = useLingui();
  const starred = useObservable(favourites);
  // Rows keep their places while stars come and go under the finger.
  const [first] = useState(starred);
  const [typed, setTyped] = useState('');
  const ordered = listed.toSorted((a, b) => Number(first.includes(b.pair.id)) - Number(first.includes(a.pair.id)));
  const shown = typed.trim() === '' ? ordered : searchPairs(ordered, typed);
  return (
    <Sheet open onClose={onClose} title={t`Edit favourites`} tall flush>
      <div className={css['field']}>
        <SearchField label={t`Search coin or pair`} limit={40} value={typed} onChange={setTyped} />
      </div>
      {shown.length === 0 && <EmptyState icon={Search} title={<Trans>No matching pairs</Trans>} />}
      <ul aria-label={t`Pairs`}>
        {shown.map((entry) => (
          <li key={entry.pair.id}>
            <StarRow entry={entry} starred={starred.includes(entry.pair.id)} typed={typed} />
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
