import { useLingui } from '@lingui/react/macro';
import { useObservable } from '../../platform/observable.ts';
import { Segmented } from '../../ui/controls/Segmented.tsx';
import { Sheet } from '../../ui/overlays/Sheet.tsx';
import type { TextSize } from '../../ui/lists/ArticleText.tsx';
import css from './reader.module.css';
import { chooseTextSize, textSize } from './text-size.ts';

/** How large articles are written; the text behind the sheet follows at once. */
export function TextSizeSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
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
