import { useLingui } from '@lingui/react/macro';
import { Camera, type LucideIcon } from 'lucide-react';
import { useRef } from 'react';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { PictureInput } from '#app/ui/controls/PictureInput.tsx';
import { Progress } from '#app/ui/layout/Progress.tsx';
import { LiveRegion } from '#app/ui/layout/VisuallyHidden.tsx';
import { Icon } from '#app/ui/icons.tsx';
import type { PhotoUpload } from './photo-upload.ts';
import { PictureField } from './picture-field.tsx';

interface PhotoFieldProps {
  title: string;
  hint: string;
  icon: LucideIcon;
  /** Which camera takes it, where the device has one. */
  camera: 'environment' | 'user';
  upload: PhotoUpload;
  /** It is missing, and the form was to be sent. */
  missing: boolean;
  /** It may be taken out again: the form can be sent without it. */
  removable?: boolean;
}

/** One photo of a document: taken by the camera or chosen, seen, replaced, sent with its progress. */
export function PhotoField({ title, hint, icon, camera, upload, missing, removable = false }: PhotoFieldProps) {
  const { t } = useLingui();
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
    <PictureField
      title={title}
      frame="wide"
      picture={preview === null ? <Icon of={icon} size="bar" /> : <img src={preview} alt={t`Preview: ${title}`} />}
      is={isWrong ? 'wrong' : state.is === 'kept' ? 'kept' : null}
      line={missing && state.is === 'none' ? t`This photo is missing. ${hint}` : line[state.is]}
      status={
        <>
          {state.is === 'sending' && <Progress label={t`${title}: sent`} share={state.share} />}
          <LiveRegion>{state.is === 'kept' ? t`${title}: sent` : state.is === 'failed' ? failure : null}</LiveRegion>
        </>
      }
    >
      <UploadButtons title={title} upload={upload} />
      {state.is !== 'shrinking' && state.is !== 'sending' && (
        <PhotoSources title={title} camera={camera} isKept={state.is === 'kept'} onPhoto={upload.choose} />
      )}
      {removable && (state.is === 'kept' || state.is === 'failed') && (
        <Button size="s" kind="text" label={t`Remove: ${title}`} onClick={upload.cancel}>
          {t`Remove`}
        </Button>
      )}
    </PictureField>
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
  const [takes, chooses] = isKept
    ? [t`Retake: ${title}`, t`Replace: ${title}`]
    : [t`Camera: ${title}`, t`Choose: ${title}`];
  return (
    <>
      <Button size="s" icon={<Icon of={Camera} size="inline" />} label={takes} onClick={() => taking.current?.click()}>
        {isKept ? t`Retake` : t`Camera`}
      </Button>
      <Button size="s" kind="outline" label={chooses} onClick={() => choosing.current?.click()}>
        {isKept ? t`Replace` : t`Choose`}
      </Button>
      <PictureInput picker={taking} label={takes} accept="image/*" capture={camera} onChoose={onPhoto} />
      <PictureInput picker={choosing} label={chooses} accept="image/jpeg,image/png" onChoose={onPhoto} />
    </>
  );
}
