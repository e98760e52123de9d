import { Trans, useLingui } from '@lingui/react/macro';
import { Camera, ImageUp, Trash2 } from 'lucide-react';
import { useState, useRef } from 'react';
import type { Profile } from '#protocol/accounts/entities/profile.ts';
import { useFileUrl } from '#app/platform/api/file-url.ts';
import { Badge } from '#app/ui/lists/Badge.tsx';
import { Avatar } from '#app/ui/lists/CoinIcon.tsx';
import { ListRow } from '#app/ui/lists/ListRow.tsx';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { Section, Stack } from '#app/ui/layout/Section.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { CopyIcon } from '#app/ui/controls/CopyIcon.tsx';
import { useCopy } from '#app/ui/controls/copying.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { FailureBanner } from '#app/ui/layout/FailureBanner.tsx';
import { Button } from '#app/ui/controls/Button.tsx';
import { accountTitle } from '../log-in/account-title.ts';
import { NicknameForm } from './nickname-form.tsx';
import styles from './profile-section.module.css';
import { useSetPicture } from '../mutations.ts';

/** Why another nickname has to be chosen. */
function NicknameProblem({ problem }: { problem: NonNullable<Profile['nicknameProblem']> }) {
  switch (problem) {
    case 'like-another':
      return <Trans>Your nickname looks like another user’s.</Trans>;
    case 'like-staff':
      return <Trans>Your nickname looks like one of our staff.</Trans>;
    case 'unreadable':
      return <Trans>Your nickname mixes scripts or has symbols.</Trans>;
    default:
      return problem satisfies never;
  }
}

/** Name, contacts and number of the account. */
export function ProfileSection({ profile }: { profile: Profile }) {
  const { t } = useLingui();
  const [editing, setEditing] = useState(false);
  const copy = useCopy();
  const { id, nickname, nicknameProblem } = profile;
  return (
    <Section>
      <ProfileHero profile={profile} />
      {nicknameProblem && (
        <Banner inset tone="warn" action={{ label: <Trans>Change nickname</Trans>, onAction: () => setEditing(true) }}>
          <NicknameProblem problem={nicknameProblem} />
        </Banner>
      )}
      <ListRow
        light
        height={56}
        title={t`Nickname`}
        value={nickname ?? t`Not set`}
        aria-haspopup="dialog"
        onClick={() => setEditing(true)}
      />
      <ListRow
        light
        height={56}
        title={t`User ID`}
        value={id}
        trailing={<CopyIcon name={t`Copy`} />}
        onClick={() => copy(id, t`User ID copied`)}
      />
      <Sheet open={editing} onClose={() => setEditing(false)} title={t`Nickname`}>
        <NicknameForm
          nickname={nickname ?? ''}
          onDone={() => {
            setEditing(false);
            toast.show({ type: 'success', title: t`Nickname changed` });
          }}
        />
      </Sheet>
    </Section>
  );
}

/** Who this is: picture, name, contacts and standing. */
function ProfileHero({ profile }: { profile: Profile }) {
  const { t } = useLingui();
  const [choosing, setChoosing] = useState(false);
  const { avatar, email, phone, practice, verification } = profile;
  const url = useFileUrl(avatar);
  const name = accountTitle(profile);
  const contacts = [email, phone].filter((contact) => contact !== null && contact !== name);
  return (
    <div className={styles['hero']}>
      <button
        type="button"
        className={styles['picture']}
        aria-haspopup="dialog"
        aria-label={t`Change picture`}
        onClick={() => setChoosing(true)}
      >
        <Avatar name={name} src={url ?? undefined} size={64} />
        <span className={styles['mark']}>
          <Icon of={Camera} size="note" />
        </span>
      </button>
      <div className={styles['names']}>
        <p className={styles['name']}>{name}</p>
        {contacts.length > 0 && <p className={styles['contacts']}>{contacts.join(' · ')}</p>}
        <div className={styles['badges']}>
          {practice && <Badge tone="practice">{t`Practice`}</Badge>}
          {verification === 'verified' && <Badge tone="accent">{t`Verified`}</Badge>}
        </div>
      </div>
      <PictureSheet profile={profile} open={choosing} onClose={() => setChoosing(false)} />
    </div>
  );
}

interface PictureSheetProps {
  readonly profile: Profile;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Takes or chooses the picture of the account, or takes it away. */
function PictureSheet({ profile, open, onClose }: PictureSheetProps) {
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
