import { Trans, useLingui } from '@lingui/react/macro';
import type { ChatMessage } from '#protocol/chat/entities.ts';
import { useFileUrl } from '#app/platform/api/file-url.ts';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import css from '../message.module.css';

interface PictureSheetProps {
  readonly image: ChatMessage['image'];
  /** Of the author. */
  readonly name: string;
  readonly onClose: () => void;
}

/** A picture as large as the screen allows. */
export function PictureSheet({ image, name, onClose }: PictureSheetProps) {
  const { t } = useLingui();
  const url = useFileUrl(image?.id ?? null);
  return (
    <Sheet open={image !== null} onClose={onClose} title={<Trans>Picture of {name}</Trans>} tall>
      {image !== null && url !== null && (
        <img className={css['large']} src={url} alt={t`Picture of ${name}`} width={image.width} height={image.height} />
      )}
    </Sheet>
  );
}
