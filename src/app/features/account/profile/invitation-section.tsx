import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Share2 } from 'lucide-react';
import { Button } from '../../../ui/controls/Button.tsx';
import { ListRow } from '../../../ui/lists/ListRow.tsx';
import { Section, Stack } from '../../../ui/layout/Section.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { CopyIcon } from '../../../ui/controls/CopyIcon.tsx';
import { useCopy } from '../../../ui/controls/copying.ts';
import { useShareLink } from '../../../ui/overlays/sharing.ts';
import { invitationLink } from './invitation-link.ts';

/** The own invitation code: copy it, or share the link that carries it. */
export function InvitationSection({ code }: { code: string }) {
  const { t } = useLingui();
  const copy = useCopy();
  const shareLink = useShareLink();
  const share = () =>
    shareLink(
      { title: 'Dunlin', text: t`Trade with me on Dunlin.`, url: invitationLink(code, location) },
      t`Invitation link copied`,
    );
  return (
    <Section title={t`Invite`} band>
      <ListRow
        light
        height={56}
        title={t`Invitation code`}
        value={code}
        trailing={<CopyIcon name={t`Copy`} />}
        onClick={() => copy(code, t`Invitation code copied`)}
      />
      <ListRow
        light
        height={56}
        title={t`QR code and poster`}
        render={(row) => <Link to="/pages/Whiteskin/share" {...row} />}
      />
      <Stack gap={3}>
        <Button icon={<Icon of={Share2} />} onClick={() => void share()}>
          <Trans>Share invitation link</Trans>
        </Button>
        <span />
      </Stack>
    </Section>
  );
}
