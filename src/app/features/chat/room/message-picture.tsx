import { useLingui } from '@lingui/react/macro';
import type { ChatMessage } from '#protocol/chat/entities.ts';
import { useFileUrl } from '#app/platform/api/file-url.ts';
import { useWaitingImage } from '#app/platform/offline/use-waiting.ts';
import css from './message.module.css';

type Image = NonNullable<ChatMessage['image']>;

/** Space of a picture in a message, in CSS pixels: reserved before it loads, so that nothing moves. */
const widestPx = 220;
const highestPx = 260;

function box({ width, height }: Pick<Image, 'width' | 'height'>) {
  const share = Math.min(1, widestPx / width, highestPx / height);
  return { width: Math.max(44, Math.round(width * share)), height: Math.max(44, Math.round(height * share)) };
}

/** A picture in a message; pressed it opens. */
export function MessagePicture({ image, name, onOpen }: { image: Image; name: string; onOpen: () => void }) {
  const { t } = useLingui();
  const url = useFileUrl(image.id);
  const size = box(image);
  return (
    <button
      type="button"
      className={css['picture']}
      style={size}
      aria-label={t`Open the picture of ${name}`}
      onClick={onOpen}
    >
      {url !== null && <img src={url} alt="" width={size.width} height={size.height} />}
    </button>
  );
}

/** A picture that is still on this device. */
export function WaitingPicture({ image }: { image: string }) {
  const { t } = useLingui();
  const url = useWaitingImage(image);
  return <span className={css['picture']}>{url !== null && <img src={url} alt={t`Selected picture`} />}</span>;
}
