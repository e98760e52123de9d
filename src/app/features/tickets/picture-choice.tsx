import { Plural, useLingui } from '@lingui/react/macro';
import { ImagePlus, X } from 'lucide-react';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { ticketImagesMax } from '#protocol/core/limits.ts';
import { storeOutboxImage, letGoOfImages, OutboxImagesFull } from '#app/platform/offline/outbox-images.ts';
import { ApiRefusal } from '#app/platform/api/api.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { shrinkImage } from '#app/platform/device/shrink-image.ts';
import { Icon } from '#app/ui/icons.tsx';
import css from './tickets.module.css';
import { PictureThumb } from './pictures.tsx';

/** What came of pictures that were chosen. */
type Choosing =
  | { readonly is: 'idle' | 'shrinking' | 'full' | 'no-room' }
  | { readonly is: 'wrong'; readonly error: unknown };

function choosingFailure(error: unknown): Choosing {
  if (error instanceof OutboxImagesFull) return { is: 'full' };
  return error instanceof ApiRefusal ? { is: 'wrong', error } : { is: 'no-room' };
}

interface PictureChoiceProps {
  readonly keys: readonly string[];
  readonly onChange: (keys: readonly string[]) => void;
  /** Only an icon opens the choice, as beside the field of a reply. */
  readonly small?: boolean;
}

/** Chooses pictures: shrunk, stored on the device at once, removed again with a tap. */
function usePictureChoice({ keys, onChange }: PictureChoiceProps) {
  const [state, setState] = useState<Choosing>({ is: 'idle' });
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  }, [keys]);
  const set = (next: readonly string[]) => {
    latest.current = next;
    onChange(next);
  };
  const choose = async (files: readonly File[]) => {
    setState({ is: 'shrinking' });
    try {
      for (const file of files.slice(0, ticketImagesMax - latest.current.length)) {
        const key = await storeOutboxImage(await shrinkImage(file), 'work-order');
        set([...latest.current, key]);
      }
      setState({ is: 'idle' });
    } catch (error) {
      setState(choosingFailure(error));
    }
  };
  const remove = (key: string) => {
    setState({ is: 'idle' });
    set(latest.current.filter((each) => each !== key));
    void letGoOfImages([key]);
  };
  return { state, choose, remove };
}

/** The pictures of a draft with a way to take more and to remove each. */
export function PictureChoice(props: PictureChoiceProps) {
  const { t } = useLingui();
  const { keys, small = false } = props;
  const input = useRef<HTMLInputElement>(null);
  const { state, choose, remove } = usePictureChoice(props);
  const failure = useFailureText(state.is === 'wrong' ? state.error : null);
  const left = ticketImagesMax - keys.length;
  const reported = {
    idle: null,
    shrinking: t`Making it smaller…`,
    full: t`This device cannot hold more images. Send or delete the waiting ones first.`,
    'no-room': t`This device has no room for the image.`,
    wrong: failure,
  }[state.is];
  const onFiles = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    // The same file may be chosen again.
    event.target.value = '';
    if (files.length > 0) void choose(files);
  };
  return (
    <div className={css['choice']}>
      <ul className={css['pictures']}>
        {keys.map((key, index) => (
          <li key={key} className={css['chosen']}>
            <span className={css['thumb']}>
              <PictureThumb picture={{ key }} />
            </span>
            <button
              type="button"
              className={css['remove']}
              aria-label={t`Remove image ${index + 1}`}
              onClick={() => remove(key)}
            >
              <Icon of={X} size="inline" />
            </button>
          </li>
        ))}
        {left > 0 && (
          <li>
            <button
              type="button"
              className={css['add']}
              data-small={small || undefined}
              aria-label={t`Add images`}
              onClick={() => input.current?.click()}
            >
              <Icon of={ImagePlus} size="row" />
            </button>
          </li>
        )}
      </ul>
      {!small && (
        <p className={css['quiet']}>
          <Plural value={left} one="Room for # more image (JPG or PNG)" other="Room for # more images (JPG or PNG)" />
        </p>
      )}
      <output className={css['noteLine']} data-wrong={(state.is !== 'idle' && state.is !== 'shrinking') || undefined}>
        {reported}
      </output>
      <input ref={input} type="file" accept="image/*" multiple hidden aria-hidden tabIndex={-1} onChange={onFiles} />
    </div>
  );
}
