import { Trans, useLingui } from '@lingui/react/macro';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { useFileUrl } from '#app/platform/api/file-url.ts';
import { useWaitingImage } from '#app/platform/offline/use-waiting.ts';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { Icon } from '#app/ui/icons.tsx';
import css from './tickets.module.css';

/** A picture of the exchange, or one that waits on this device. */
export type Picture = { readonly file: string } | { readonly key: string };

function usePictureUrl(picture: Picture): string | null {
  const sent = useFileUrl('file' in picture ? picture.file : null);
  const waiting = useWaitingImage('key' in picture ? picture.key : null);
  return sent ?? waiting;
}

interface PicturesProps {
  readonly pictures: readonly Picture[];
}

/** Small pictures in a row; a tap shows one large. */
export function Pictures({ pictures }: PicturesProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState<number | null>(null);
  const count = pictures.length;
  const shown = open === null ? undefined : pictures[open];
  const place = (open ?? 0) + 1;
  if (count === 0) return null;
  return (
    <>
      <ul className={css['pictures']}>
        {pictures.map((picture, index) => (
          <li key={'file' in picture ? picture.file : picture.key}>
            <button
              type="button"
              className={css['thumb']}
              aria-haspopup="dialog"
              aria-label={t`Enlarge image ${index + 1} of ${count}`}
              onClick={() => setOpen(index)}
            >
              <PictureThumb picture={picture} />
            </button>
          </li>
        ))}
      </ul>
      <Sheet open={shown !== undefined} onClose={() => setOpen(null)} title={t`Image ${place} of ${count}`} tall>
        {shown !== undefined && <Large picture={shown} label={t`Image ${place} of ${count}`} />}
      </Sheet>
    </>
  );
}

/** A small picture, or an icon while there is none. */
export function PictureThumb({ picture }: { picture: Picture }) {
  const url = usePictureUrl(picture);
  return url === null ? <Icon of={ImageOff} size="row" /> : <img src={url} alt="" />;
}

function Large({ picture, label }: { picture: Picture; label: string }) {
  const url = usePictureUrl(picture);
  return url === null ? (
    <p className={css['quiet']}>
      <Trans>The image is not on this device. It loads when there is a connection.</Trans>
    </p>
  ) : (
    <img className={css['large']} src={url} alt={label} />
  );
}
