import { useLingui } from '@lingui/react/macro';
import { Copy } from 'lucide-react';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { useCopy } from '#app/ui/controls/copying.ts';
import { type NamedPlace, writePlace } from './place-text.ts';
import css from './map-screens.module.css';

/** A place with its name and coordinates, and a button that copies the coordinates. */
export function PlaceLine({ place, live = false }: { place: NamedPlace; live?: boolean }) {
  const { t } = useLingui();
  const copy = useCopy();
  const text = writePlace(place);
  return (
    <div className={css['place']}>
      <div className={css['words']}>
        {place.name !== '' && (
          <p className={css['name']}>
            <bdi>{place.name}</bdi>
          </p>
        )}
        <p className={css['coordinates']} dir="ltr" aria-live={live ? 'polite' : undefined}>
          {text}
        </p>
      </div>
      <IconButton icon={Copy} label={t`Copy the coordinates`} onClick={() => copy(text, t`Coordinates copied`)} />
    </div>
  );
}
