import { Trans, useLingui } from '@lingui/react/macro';
import { KeyRound, Mail, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { Card } from '#app/ui/layout/Section.tsx';
import { IconTile, ListRow } from '#app/ui/lists/ListRow.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { AddPasskeySheet } from '#app/features/passkeys/add-passkey-sheet.tsx';
import { passkeySupport } from '#app/features/passkeys/passkey-support.ts';
import { useHasWayBack } from './ways-back.ts';

interface SecureSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Logs out all the same; without it nobody is about to. */
  readonly onLeave?: () => void;
}

/** Offers an account that nothing leads back to an email or a passkey, and says what logging out without one means. */
export function SecureSheet({ open, onClose, onLeave }: SecureSheetProps) {
  const { t } = useLingui();
  const reachable = useReachable();
  const [adding, setAdding] = useState(false);
  const isSecured = useHasWayBack() === true;
  const endAdding = () => {
    setAdding(false);
    if (isSecured) onClose();
  };
  return (
    <>
      <Sheet
        open={open && !adding}
        onClose={onClose}
        title={onLeave === undefined ? t`Secure this account` : t`Log out and lose this account?`}
        footer={
          onLeave !== undefined && (
            <Button kind="danger" size="l" onClick={onLeave}>
              <Trans>Log out and lose the account</Trans>
            </Button>
          )
        }
      >
        <Banner inset tone={onLeave === undefined ? 'warn' : 'danger'} icon={TriangleAlert}>
          <Trans>
            This account has no email, phone number or passkey. After logging out, nobody can log in to it again: its
            balance, orders and history are lost for good.
          </Trans>
        </Banner>
        <Card bare>
          <ListRow
            light
            height={56}
            leading={<IconTile icon={Mail} />}
            title={t`Add an email`}
            sub={t`Log in with it, reset a password with it`}
            href="#/pages/mine/bondEmailOrPhone?by=email"
          />
          {passkeySupport() === 'yes' && (
            <ListRow
              light
              height={56}
              leading={<IconTile icon={KeyRound} />}
              title={t`Add a passkey`}
              sub={reachable ? t`Log in with your fingerprint, face or screen lock` : t`Needs a connection`}
              onClick={() => setAdding(true)}
            />
          )}
        </Card>
      </Sheet>
      <AddPasskeySheet open={open && adding} onClose={endAdding} />
    </>
  );
}
