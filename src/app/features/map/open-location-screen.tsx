import { Trans, useLingui } from '@lingui/react/macro';
import { useSearch } from '@tanstack/react-router';
import { ExternalLink, MapPinOff, Share2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#app/ui/controls/Button.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { OneLine } from '#app/ui/controls/OneLine.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { leave } from '../pages/leave.tsx';
import type { MapView } from './mercator.ts';
import { PlaceLine } from './place-line.tsx';
import { type NamedPlace, placeOfSearch } from './place-text.ts';
import { useSharePlace } from './share-place.ts';
import { WorldMap } from './world-map.tsx';
import css from './map-screens.module.css';

/** A country and its neighbours: where the place is, not which door. */
const firstZoom = 4.5;

/** Shows a place that an address of the app names: a pin on the map, its name and coordinates. */
export function OpenLocationScreen() {
  const { t } = useLingui();
  const { lat, lng, name } = useSearch({ strict: false });
  const place = placeOfSearch({
    ...(lat !== undefined && { lat }),
    ...(lng !== undefined && { lng }),
    ...(name !== undefined && { name }),
  });
  if (place === null)
    return (
      <Page title={t`Place`}>
        <EmptyState
          icon={MapPinOff}
          title={t`This place cannot be shown`}
          text={t`The link does not contain a valid location.`}
        />
      </Page>
    );
  return <ShownPlace key={`${lat} ${lng}`} place={place} />;
}

/** A public map of the whole world, down to the door. */
function outsideMap({ latitude, longitude }: NamedPlace): string {
  const [lat, lng] = [latitude.toFixed(5), longitude.toFixed(5)];
  return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=16/${lat}/${lng}`;
}

function ShownPlace({ place }: { place: NamedPlace }) {
  const { t } = useLingui();
  const share = useSharePlace();
  const [view, setView] = useState<MapView>({ ...place, zoom: firstZoom });
  return (
    <Page
      title={t`Place`}
      actions={<IconButton icon={Share2} label={t`Share this place`} onClick={() => void share(place)} />}
      bottom={
        <div className={css['bottom']}>
          <PlaceLine place={place} />
          <Button icon={<Icon of={ExternalLink} size="row" />} onClick={() => void leave(outsideMap(place))}>
            <OneLine>
              <Trans>Open in OpenStreetMap</Trans>
            </OneLine>
          </Button>
        </div>
      }
    >
      <WorldMap view={view} onView={setView} pin={place} label={t`Map. Arrow keys move it, plus and minus zoom.`} />
    </Page>
  );
}
