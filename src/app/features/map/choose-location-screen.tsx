import { Trans, useLingui } from '@lingui/react/macro';
import { useSearch } from '@tanstack/react-router';
import { MapPin, Share2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#app/ui/controls/Button.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { useGivePlace } from './choosing.ts';
import { type MapView, wrapped } from './mercator.ts';
import { PlaceLine } from './place-line.tsx';
import { type Found, PlaceSearch } from './place-search.tsx';
import { placeOfSearch } from './place-text.ts';
import { useSharePlace } from './share-place.ts';
import { WorldMap, useOutlines } from './world-map.tsx';
import css from './map-screens.module.css';

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
