import { useLingui } from '@lingui/react/macro';
import { Camera, Check, CircleAlert, type LucideIcon } from 'lucide-react';
import { type ChangeEvent, useId, useRef } from 'react';
import { useFailureText } from '../../platform/api/refusal-text.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Progress } from '../../ui/layout/Progress.tsx';
import { LiveRegion } from '../../ui/layout/VisuallyHidden.tsx';
import { Icon } from '../../ui/icons.tsx';
import type { PhotoUpload } from './photo-upload.ts';
import styles from './identity.module.css';

export interface PhotoFieldProps {
  title: string;
  hint: string;
  icon: LucideIcon;
  /** Which camera takes it, where the device has one. */
  camera: 'environment' | 'user';
  upload: PhotoUpload;
  /** It is missing, and the form was to be sent. */
  missing: boolean;
}

/** One photo of a document: taken by the camera or chosen, seen, replaced, sent with its progress. */
export function PhotoField({ title, hint, icon, camera, upload, missing }: PhotoFieldProps) {
  const { t } = useLingui();
  const id = useId();
  const { state } = upload;
  const failure = useFailureText(state.is === 'failed' ? state.error : null);
  const preview = 'preview' in state ? state.preview : null;
  const percent = state.is === 'sending' ? Math.round(state.share * 100) : 0;
  const line = {
    none: hint,
    shrinking: t`Making it smaller…`,
    sending: t`Sending… ${percent}%`,
    kept: t({ message: 'Sent', context: 'a photo' }),
    failed: failure,
  };
  const isWrong = state.is === 'failed' || (missing && state.is === 'none');
  return (
    <fieldset className={styles['photo']} aria-labelledby={`${id}-title`} aria-describedby={`${id}-line`}>
      <div className={styles['frame']} data-wrong={isWrong || undefined}>
        {preview === null ? <Icon of={icon} size="bar" /> : <img src={preview} alt={t`Preview: ${title}`} />}
      </div>
      <div className={styles['about']}>
        <p className={styles['photoTitle']} id={`${id}-title`}>
          {title}
        </p>
        <p className={styles['line']} id={`${id}-line`} data-tone={isWrong ? 'danger' : state.is}>
          {state.is === 'kept' && <Icon of={Check} size="note" />}
          {isWrong && <Icon of={CircleAlert} size="note" />}
          <span>{missing && state.is === 'none' ? t`This photo is missing. ${hint}` : line[state.is]}</span>
        </p>
        {state.is === 'sending' && <Progress label={t`${title}: sent`} share={state.share} />}
        <LiveRegion>{state.is === 'kept' ? t`${title}: sent` : state.is === 'failed' ? failure : null}</LiveRegion>
        <div className={styles['choices']}>
          <UploadButtons title={title} upload={upload} />
          {state.is !== 'shrinking' && state.is !== 'sending' && (
            <PhotoSources title={title} camera={camera} isKept={state.is === 'kept'} onPhoto={upload.choose} />
          )}
        </div>
      </div>
    </fieldset>
  );
}

/** Ends what is under way, and repeats what failed. */
function UploadButtons({ title, upload }: Pick<PhotoFieldProps, 'title' | 'upload'>) {
  const { t } = useLingui();
  const { state } = upload;
  return (
    <>
      {(state.is === 'shrinking' || state.is === 'sending') && (
        <Button size="s" kind="outline" label={t`Cancel: ${title}`} onClick={upload.cancel}>
          {t`Cancel`}
        </Button>
      )}
      {state.is === 'failed' && state.preview !== null && (
        <Button size="s" label={t`Try again: ${title}`} onClick={upload.retry}>
          {t`Try again`}
        </Button>
      )}
    </>
  );
}

interface PhotoSourcesProps extends Pick<PhotoFieldProps, 'title' | 'camera'> {
  /** There is one already, which another one replaces. */
  isKept: boolean;
  onPhoto: (file: File) => void;
}

/** The camera, and the photos of the device; the file fields behind the buttons are hidden. */
function PhotoSources({ title, camera, isKept, onPhoto }: PhotoSourcesProps) {
  const { t } = useLingui();
  const taking = useRef<HTMLInputElement>(null);
  const choosing = useRef<HTMLInputElement>(null);
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    // The same file may be chosen again.
    event.target.value = '';
    if (file !== undefined) onPhoto(file);
  };
  const hidden = { type: 'file', hidden: true, 'aria-hidden': true, tabIndex: -1, onChange: take } as const;
  return (
    <>
      <Button
        size="s"
        icon={<Icon of={Camera} size="inline" />}
        label={isKept ? t`Retake: ${title}` : t`Camera: ${title}`}
        onClick={() => taking.current?.click()}
      >
        {isKept ? t`Retake` : t`Camera`}
      </Button>
      <Button
        size="s"
        kind="outline"
        label={isKept ? t`Replace: ${title}` : t`Choose: ${title}`}
        onClick={() => choosing.current?.click()}
      >
        {isKept ? t`Replace` : t`Choose`}
      </Button>
      <input ref={taking} accept="image/*" capture={camera} {...hidden} />
      <input ref={choosing} accept="image/jpeg,image/png" {...hidden} />
    </>
  );
}
