import { Trans, useLingui } from '@lingui/react/macro';
import { Camera, ImageUp, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import type { Profile } from '#protocol/accounts/entities/profile.ts';
import { useFileUrl } from '#app/platform/api/file-url.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { FailureBanner } from '#app/ui/layout/FailureBanner.tsx';
import { Button } from '#app/ui/controls/Button.tsx';
import { Avatar } from '#app/ui/lists/CoinIcon.tsx';
import { Stack } from '#app/ui/layout/Section.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { accountTitle } from '../log-in/account-title.ts';
import { useSetPicture } from '../mutations.ts';
import styles from './profile-section.module.css';

interface PictureSheetProps {
  readonly profile: Profile;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Takes or chooses the picture of the account, or takes it away. */
export function PictureSheet({ profile, open, onClose }: PictureSheetProps) {
  const { t } = useLingui();
  return (
    <Sheet open={open} onClose={onClose} title={t({ message: 'Picture', context: 'of a person' })}>
      <PictureChoice profile={profile} onDone={onClose} />
    </Sheet>
  );
}

function PictureChoice({ profile, onDone }: { profile: Profile; onDone: () => void }) {
  const { t } = useLingui();
  const camera = useRef<HTMLInputElement>(null);
  const album = useRef<HTMLInputElement>(null);
  const set = useSetPicture();
  const failure = useFailureText(set.error);
  const reachable = useReachable();
  const url = useFileUrl(profile.avatar);
  const choose = (picture: Blob | null) =>
    set.mutate(picture, {
      onSuccess: () => {
        onDone();
        toast.show({ type: 'success', title: picture === null ? t`Picture removed` : t`Picture changed` });
      },
    });
  const reason = reachable ? undefined : t`No connection. Change your picture when you are back online.`;
  const chosen = (input: HTMLInputElement) => {
    const file = input.files?.[0];
    // The same file may be chosen again after a failure.
    input.value = '';
    if (file !== undefined) choose(file);
  };
  return (
    <Stack gap={3} inset>
      <div className={styles['large']}>
        <Avatar name={accountTitle(profile)} src={url ?? undefined} size={64} />
        <p className={styles['lede']}>
          <Trans>Visible to other users. Your photo is cropped to its centre.</Trans>
        </p>
      </div>
      <FailureBanner text={failure} />
      <FileInput input={camera} label={t`Take a photo`} capture onChosen={chosen} />
      <FileInput input={album} label={t`Choose a picture`} onChosen={chosen} />
      <Button
        kind="primary"
        icon={<Icon of={Camera} size="row" />}
        busy={set.isPending}
        busyLabel={t`Saving…`}
        disabledReason={reason}
        onClick={() => camera.current?.click()}
      >
        <Trans>Take a photo</Trans>
      </Button>
      <Button
        icon={<Icon of={ImageUp} size="row" />}
        disabled={set.isPending || !reachable}
        onClick={() => album.current?.click()}
      >
        <Trans>Choose a picture</Trans>
      </Button>
      {profile.avatar !== null && (
        <Button
          kind="text"
          icon={<Icon of={Trash2} size="row" />}
          disabled={set.isPending || !reachable}
          onClick={() => choose(null)}
        >
          <Trans>Remove the picture</Trans>
        </Button>
      )}
    </Stack>
  );
}

interface FileInputProps {
  readonly input: React.RefObject<HTMLInputElement | null>;
  readonly label: string;
  /** Asks for the camera on the user's side; without one the album opens. */
  readonly capture?: boolean;
  readonly onChosen: (input: HTMLInputElement) => void;
}

/** Behind a button of its own: a file field cannot look like one. */
function FileInput({ input, label, capture = false, onChosen }: FileInputProps) {
  return (
    <input
      ref={input}
      hidden
      type="file"
      aria-label={label}
      accept="image/*"
      {...(capture ? { capture: 'user' as const } : {})}
      onChange={(event) => onChosen(event.target)}
    />
  );
}
