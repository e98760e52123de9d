import { useLingui } from '@lingui/react/macro';
import { Star } from 'lucide-react';
import { Suspense, useState } from 'react';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { laterSheet } from '../shell/later-part.tsx';
import type { Listed } from './queries.ts';

/** Not part of the list, so not of its chunk. */
const FavouritesSheet = laterSheet(() => import('./favourites-sheet.tsx'), 'default');

interface FavouritesButtonProps {
  readonly listed: readonly Listed[] | null;
  /** The address asks for the sheet. */
  readonly editing: boolean;
}

/** Opens the sheet in which pairs are starred. */
export function FavouritesButton({ listed, editing }: FavouritesButtonProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState(editing);
  return (
    <>
      <IconButton icon={Star} label={t`Edit favourites`} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      <Suspense>
        {open && listed !== null && <FavouritesSheet listed={listed} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
