import { useLingui } from '@lingui/react/macro';
import { ALargeSmall } from 'lucide-react';
import { useState } from 'react';
import { useObservable } from '#app/platform/observable.ts';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Segmented } from '#app/ui/controls/Segmented.tsx';
import type { TextSize } from '#app/ui/lists/ArticleText.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import css from './reader.module.css';
import { chooseTextSize, textSize } from './text-size.ts';

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

/** How large articles are written; the text behind the sheet follows at once. */
function TextSizeSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const size = useObservable(textSize);
  const names: Readonly<Record<TextSize, string>> = {
    small: t`Small`,
    normal: t`Normal`,
    large: t`Large`,
    largest: t`Largest`,
  };
  const content = (id: TextSize) => (
    <span className={css['letter']} data-size={id}>
      <span aria-hidden="true">A</span>
      <span className={css['letterName']}>{names[id]}</span>
    </span>
  );
  const items = (['small', 'normal', 'large', 'largest'] as const).map((id) => ({ id, label: content(id) }));
  return (
    <Sheet open={open} onClose={onClose} title={t`Text size`}>
      <div className={css['sizes']}>
        <Segmented label={t`Text size`} items={items} value={size} onChange={chooseTextSize} />
      </div>
    </Sheet>
  );
}
