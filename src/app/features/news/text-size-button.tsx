import { useLingui } from '@lingui/react/macro';
import { ALargeSmall } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { TextSizeSheet } from './text-size-sheet.tsx';

/** Opens the choice of how large texts are written. */
export function TextSizeButton() {
  const { t } = useLingui();
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      <IconButton icon={ALargeSmall} label={t`Text size`} aria-haspopup="dialog" onClick={() => setChoosing(true)} />
      <TextSizeSheet open={choosing} onClose={() => setChoosing(false)} />
    </>
  );
}
