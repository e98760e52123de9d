import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { useState } from 'react';
import { type Picture, pictureAddress } from '../lists/ArticleBody.tsx';
import { IconButton } from '../controls/IconButton.tsx';
import { useRetained, useModal } from './modal.ts';
import css from './PictureViewer.module.css';

interface PictureViewerProps {
  /** Null closes it. */
  readonly picture: Picture | null;
  readonly onClose: () => void;
}

/** A picture over the whole screen: as wide as it fits, and by a tap in its own size to move about in. */
export function PictureViewer({ picture, onClose }: PictureViewerProps) {
  const { t } = useLingui();
  const { present, ref } = useModal(picture !== null, onClose);
  const shown = useRetained(picture !== null, picture);
  const [isLarge, setLarge] = useState(false);
  if (!present || shown === null) return null;
  const close = () => {
    setLarge(false);
    onClose();
  };
  return (
    <dialog ref={ref} className={css['layer']} aria-label={shown.alt}>
      <div className={css['head']}>
        <IconButton icon={X} label={t`Close`} onClick={close} />
      </div>
      <div className={css['room']} data-large={isLarge || undefined}>
        <button
          type="button"
          className={css['toggle']}
          aria-pressed={isLarge}
          aria-label={t`Full size`}
          onClick={() => setLarge(!isLarge)}
        >
          <img src={pictureAddress(shown)} alt={shown.alt} width={shown.width} height={shown.height} />
        </button>
      </div>
      <p className={css['words']}>{shown.alt}</p>
    </dialog>
  );
}
