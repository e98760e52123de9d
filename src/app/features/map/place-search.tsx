import { useLingui } from '@lingui/react/macro';
import { MapPin } from 'lucide-react';
import { useMemo, useState } from 'react';
import { locales } from '#protocol/core/locales.ts';
import { language } from '#app/platform/language/language.ts';
import { useObservable } from '#app/platform/observable.ts';
import { ListRow } from '#app/ui/lists/ListRow.tsx';
import { SearchField } from '#app/ui/controls/SearchField.tsx';
import { LiveRegion } from '#app/ui/layout/VisuallyHidden.tsx';
import { Icon } from '#app/ui/icons.tsx';
import type { Place } from './mercator.ts';
import { type Country, findCountries } from './outlines.ts';
import { readPlace, writePlace } from './place-text.ts';
import css from './map-screens.module.css';

/** Where a search leads, and how many degrees should be seen around it; null for a single point. */
export interface Found extends Place {
  readonly span: number | null;
}

const foundMost = 6;

/** Finds countries by their names in the reader's language, and points by their coordinates; without a network too. */
export function PlaceSearch({
  countries,
  onFound,
}: {
  countries: readonly Country[];
  onFound: (found: Found) => void;
}) {
  const { t } = useLingui();
  const { intl } = locales[useObservable(language)];
  const [typed, setTyped] = useState('');
  const names = useMemo(() => new Intl.DisplayNames(intl, { type: 'region' }), [intl]);
  const point = readPlace(typed);
  const found = findCountries(countries, typed, (code) => names.of(code) ?? code, foundMost);
  const choose = (one: Found) => {
    setTyped('');
    onFound(one);
  };
  const first = point === null ? found[0] : { ...point, span: null };
  const nothing = typed.trim() !== '' && first === undefined;
  return (
    <search className={css['search']}>
      <SearchField
        label={t`Country or coordinates`}
        value={typed}
        onChange={setTyped}
        limit={80}
        onEnter={() => first !== undefined && choose(first)}
      />
      <LiveRegion>{nothing ? t`Nothing found` : null}</LiveRegion>
      {(first !== undefined || nothing) && (
        <ul className={css['found']}>
          {point !== null && (
            <li>
              <ListRow
                light
                height={56}
                leading={<Icon of={MapPin} size="row" />}
                title={writePlace(point)}
                onClick={() => choose({ ...point, span: null })}
              />
            </li>
          )}
          {found.map((country) => (
            <li key={country.code}>
              <ListRow light height={56} title={country.name} onClick={() => choose(country)} />
            </li>
          ))}
          {nothing && <li className={css['nothing']}>{t`Nothing found`}</li>}
        </ul>
      )}
    </search>
  );
}
