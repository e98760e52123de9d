import { useLingui } from '@lingui/react/macro';
import { useShareLink } from '#app/ui/overlays/sharing.ts';
import { type NamedPlace, placeLink } from './place-text.ts';

/** Hands a link that shows a place to the system's share sheet; copies it where there is none. */
export function useSharePlace(): (place: NamedPlace) => Promise<void> {
  const { t } = useLingui();
  const shareLink = useShareLink();
  return (place) =>
    shareLink(
      { title: place.name === '' ? 'Dunlin' : place.name, url: placeLink(place, location) },
      t`Link to the place copied`,
    );
}
