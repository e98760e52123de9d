import { Trans, useLingui } from '@lingui/react/macro';
import { ImagePlus } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { shrinkImage } from '#app/platform/device/shrink-image.ts';
import { uploadImage } from '#app/platform/api/upload.ts';
import { PictureInput } from '#app/ui/controls/PictureInput.tsx';
import { Progress } from '#app/ui/layout/Progress.tsx';
import { LiveRegion } from '#app/ui/layout/VisuallyHidden.tsx';
import { Icon } from '#app/ui/icons.tsx';
import css from './voucher-section.module.css';

/** A picture from the moment it is chosen. */
interface Upload {
  readonly preview: string;
  /** 0 to 1; null once the exchange has it. */
  readonly share: number | null;
}

interface Uploading {
  readonly upload: Upload | null;
  readonly error: unknown;
  readonly choose: (file: File) => Promise<void>;
}

/** Shrinks and uploads the picture that was chosen last; one that is under way gives way to it. */
function useUpload(onChange: (id: string | null) => void): Uploading {
  const [upload, setUpload] = useState<Upload | null>(null);
  const [error, setError] = useState<unknown>(null);
  const running = useRef<AbortController | null>(null);
  const url = useRef<string | null>(null);
  const show = (file: Blob | null): string => {
    if (url.current !== null) URL.revokeObjectURL(url.current);
    url.current = file === null ? null : URL.createObjectURL(file);
    return url.current ?? '';
  };
  useEffect(
    () => () => {
      running.current?.abort();
      if (url.current !== null) URL.revokeObjectURL(url.current);
    },
    [],
  );
  const choose = async (file: File) => {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    setError(null);
    onChange(null);
    try {
      const small = await shrinkImage(file);
      if (own.signal.aborted) return;
      const preview = show(small);
      setUpload({ preview, share: 0 });
      const progress = (share: number) => {
        if (!own.signal.aborted) setUpload({ preview, share });
      };
      const { id } = await uploadImage(small, 'voucher', progress, own.signal);
      setUpload({ preview, share: null });
      onChange(id);
    } catch (failure) {
      if (own.signal.aborted) return;
      show(null);
      setUpload(null);
      setError(failure);
    }
  };
  return { upload, error, choose };
}

interface VoucherPictureProps {
  /** What is wrong with it, as the form knows. */
  error: ReactNode;
  /** Id of the uploaded picture; null while there is none. */
  onChange: (id: string | null) => void;
}

/** The picture of a payment: chosen or taken, seen at once, uploaded with its progress. */
export function VoucherPicture({ error, onChange }: VoucherPictureProps) {
  const { t } = useLingui();
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  const { upload, error: uploadError, choose } = useUpload(onChange);
  const failure = useFailureText(uploadError);
  const shown = failure ?? error;
  const wrong = shown !== undefined && shown !== null;
  return (
    <div className={css['picture']}>
      <button
        type="button"
        className={css['frame']}
        data-wrong={wrong || undefined}
        aria-describedby={wrong ? id : undefined}
        onClick={() => picker.current?.click()}
      >
        {upload === null ? (
          <>
            <Icon of={ImagePlus} size="bar" />
            <Trans>Add a picture of the payment</Trans>
          </>
        ) : (
          <>
            <img className={css['preview']} src={upload.preview} alt={t`Selected picture`} />
            <Trans>Choose another picture</Trans>
          </>
        )}
      </button>
      {upload !== null && upload.share !== null && <Progress label={t`Upload`} share={upload.share} />}
      <LiveRegion>{upload !== null && upload.share === null ? <Trans>Picture uploaded</Trans> : null}</LiveRegion>
      {wrong && (
        <p id={id} className={css['error']} role="alert">
          {shown}
        </p>
      )}
      <PictureInput
        picker={picker}
        label={t`Picture of the payment`}
        accept="image/jpeg,image/png"
        onChoose={(file) => void choose(file)}
      />
    </div>
  );
}
