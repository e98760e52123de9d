import { Trans, useLingui } from '@lingui/react/macro';
import { Camera } from 'lucide-react';
import { useState } from 'react';
import type { Profile } from '#protocol/accounts/entities/profile.ts';
import { useFileUrl } from '#app/platform/api/file-url.ts';
import { Badge } from '#app/ui/lists/Badge.tsx';
import { Avatar } from '#app/ui/lists/CoinIcon.tsx';
import { ListRow } from '#app/ui/lists/ListRow.tsx';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { Section } from '#app/ui/layout/Section.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { accountTitle } from '../log-in/account-title.ts';
import { CopyIcon } from '#app/ui/controls/CopyIcon.tsx';
import { useCopy } from '#app/ui/controls/copying.ts';
import { NicknameForm } from './nickname-form.tsx';
import { PictureSheet } from './picture-sheet.tsx';
import styles from './profile-section.module.css';

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
