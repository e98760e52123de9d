import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import type { Profile } from '../../../../protocol/accounts/entities/profile.ts';
import { visitorHomePath } from '../../../platform/session/public-paths.ts';
import { logOut } from '../../../platform/storage/wipe.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Section, Stack } from '../../../ui/layout/Section.tsx';
import { confirm } from '../../../ui/overlays/confirm.tsx';
import { toast } from '../../../ui/overlays/toast.ts';
import { SecureSheet } from '../secure/secure-sheet.tsx';
import { useHasWayBack } from '../secure/ways-back.ts';

/**
 * Logs out after a question. An account that nobody could log in to again is offered an email or a passkey first.
 *
 * @param profile what is known of the account; its contacts decide while the exchange has not said more
 */
export function LogOutButton({ profile }: { readonly profile: Profile | undefined }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const router = useRouter();
  const [leaving, setLeaving] = useState(false);
  const [warned, setWarned] = useState(false);
  const known = useHasWayBack();
  const hasWayBack = known ?? (profile === undefined || profile.email !== null || profile.phone !== null);
  const leave = async () => {
    setWarned(false);
    setLeaving(true);
    await logOut(client);
    toast.clear();
    router.history.replace(visitorHomePath);
  };
  const ask = async () => {
    if (!hasWayBack) {
      setWarned(true);
      return;
    }
    const sure = await confirm({
      title: t`Log out?`,
      text: t`Everything Dunlin stores about you on this device is removed. Your orders and money are not affected.`,
      confirmLabel: t`Log out`,
    });
    if (sure) await leave();
  };
  return (
    <Section band>
      <Stack gap={3}>
        <span />
        <Button
          kind="outline"
          icon={<LogOut size={20} aria-hidden />}
          busy={leaving}
          busyLabel={t`Logging out…`}
          onClick={() => void ask()}
        >
          <Trans>Log out</Trans>
        </Button>
      </Stack>
      <SecureSheet open={warned} onClose={() => setWarned(false)} onLeave={() => void leave()} />
    </Section>
  );
}
