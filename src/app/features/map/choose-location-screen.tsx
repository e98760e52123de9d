import { Trans, useLingui } from '@lingui/react/macro';
import { useSearch } from '@tanstack/react-router';
import { MapPin, Share2 } from 'lucide-react';
import { useState, useMemo } from 'react';
import { locales } from '#protocol/core/locales.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { language } from '#app/platform/language/language.ts';
import { useObservable } from '#app/platform/observable.ts';
import { ListRow } from '#app/ui/lists/ListRow.tsx';
import { SearchField } from '#app/ui/controls/SearchField.tsx';
import { LiveRegion } from '#app/ui/layout/VisuallyHidden.tsx';
import { useGivePlace } from './choosing.ts';
import { type MapView, wrapped, type Place } from './mercator.ts';
import { PlaceLine } from './place-line.tsx';
import { placeOfSearch, readPlace, writePlace } from './place-text.ts';
import { useSharePlace } from './share-place.ts';
import { WorldMap, useOutlines } from './world-map.tsx';
import css from './map-screens.module.css';
import { type Country, findCountries } from './outlines.ts';

const pointZoom = 6;
/** What a phone is wide, in steps of the zoom: a country of so many degrees fills it. */
const spanZoom = 0.3;

function viewOf({ latitude, longitude, span }: Found): MapView {
  return { latitude, longitude, zoom: span === null ? pointZoom : Math.log2(360 / Math.max(span, 1)) + spanZoom };
}

/**
 * Chooses a place: the map moves under a pin. The opener gets the place back; opened by itself, the place is shared
 * as a link.
 */
export function ChooseLocationScreen() {
  const { t } = useLingui();
  const { lat, lng } = useSearch({ strict: false });
  const give = useGivePlace();
  const share = useSharePlace();
  const { outlines } = useOutlines();
  const [view, setView] = useState<MapView>(() => {
    const near = lat === undefined || lng === undefined ? null : placeOfSearch({ lat, lng });
    return near === null ? { latitude: 15, longitude: 105, zoom: 2 } : { ...near, zoom: pointZoom };
  });
  const place = { latitude: view.latitude, longitude: wrapped(view.longitude), name: '' };
  return (
    <Page
      title={t`Choose a place`}
      under={
        <PlaceSearch
          countries={typeof outlines === 'string' ? [] : outlines.countries}
          onFound={(found) => setView(viewOf(found))}
        />
      }
      bottom={
        <div className={css['bottom']}>
          <PlaceLine place={place} live />
          {give === null ? (
            <Button kind="primary" size="l" icon={<Icon of={Share2} size="row" />} onClick={() => void share(place)}>
              <Trans>Share this place</Trans>
            </Button>
          ) : (
            <Button kind="primary" size="l" icon={<Icon of={MapPin} size="row" />} onClick={() => give(place)}>
              <Trans>Choose this place</Trans>
            </Button>
          )}
        </div>
      }
    >
      <WorldMap
        view={view}
        onView={setView}
        pin="middle"
        label={t`Map. Arrow keys move it under the pin, plus and minus zoom.`}
      />
    </Page>
  );
}

/** Where a search leads, and how many degrees should be seen around it; null for a single point. */
interface Found extends Place {
  readonly span: number | null;
}

const foundMost = 6;

/** Finds countries by their names in the reader's language, and points by their coordinates; without a network too. */
function PlaceSearch({ countries, onFound }: { countries: readonly Country[]; onFound: (found: Found) => void }) {
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
