import { useLingui } from '@lingui/react/macro';
import { useCopy } from '../../ui/copying.ts';
import { shareBySystem } from '../pages/share-file.ts';
import { type NamedPlace, placeLink } from './place-text.ts';

/** Hands a link that shows a place to the system's share sheet; copies it where there is none. */
export function useSharePlace(): (place: NamedPlace) => Promise<void> {
  const { t } = useLingui();
  const copy = useCopy();
  return async (place) => {
    const url = placeLink(place, location);
    const outcome = await shareBySystem({ title: place.name === '' ? 'Dunlin' : place.name, url });
    if (outcome === 'unavailable') copy(url, t`Link to the place copied`);
  };
}
