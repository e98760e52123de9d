import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Passkey } from '#protocol/accounts/entities/passkey.ts';
import { passkeysPerUser } from '#protocol/core/limits.ts';
import { useObservable } from '#app/platform/observable.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { serverNow } from '#app/platform/api/server-clock.ts';
import { session } from '#app/platform/session/session.ts';
import { formatAgo, formatTime, timeZone } from '#app/platform/format/time-format.ts';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { Button } from '#app/ui/controls/Button.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { IconTile, ListRow } from '#app/ui/lists/ListRow.tsx';
import { Section, Stack } from '#app/ui/layout/Section.tsx';
import { confirm } from '#app/ui/overlays/confirm.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { AddPasskeySheet } from './add-passkey-sheet.tsx';
import { useCeremonyFailure } from './ceremony-text.ts';
import { useConfirmPasskey, useRemovePasskey } from './mutations.ts';
import { type PasskeySupport, passkeySupport } from './passkey-support.ts';
import { checksQuery } from './queries.ts';
import { UnlockSection } from './unlock-section.tsx';
import { unlockKey } from './unlock-flags.ts';
import css from './passkey-section.module.css';
import { NotLoaded } from '../loading/not-loaded.tsx';

/** Passkeys of the account and the lock of the app on this device: two parts of the security screen. */
export function PasskeySection() {
  const { t } = useLingui();
  const signedIn = useObservable(session) !== null;
  const checks = useQuery({ ...checksQuery, enabled: signedIn });
  const support = passkeySupport();
  const [adding, setAdding] = useState(false);
  const passkeys = checks.data?.passkeys;
  return (
    <>
      <Section title={t`Passkeys`} band>
        {passkeys === undefined && <NotLoaded query={checks} title={t`Passkeys did not load`} rows={1} />}
        {passkeys !== undefined && <PasskeyList passkeys={passkeys} />}
        <Stack gap={3}>
          {passkeys?.length === 0 && (
            <p className={css['about']}>
              <Trans>
                A passkey logs you in with your fingerprint, your face or your screen lock instead of a password. It
                never replaces the transaction password.
              </Trans>
            </p>
          )}
          <div className={css['end']}>
            <AddButton support={support} held={passkeys?.length} onAdd={() => setAdding(true)} />
          </div>
        </Stack>
        <AddPasskeySheet open={adding} onClose={() => setAdding(false)} />
      </Section>
      <UnlockSection passkeys={passkeys} support={support} />
    </>
  );
}

interface AddButtonProps {
  readonly support: PasskeySupport;
  readonly held: number | undefined;
  readonly onAdd: () => void;
}

function AddButton({ support, held, onAdd }: AddButtonProps) {
  const { t } = useLingui();
  const reachable = useReachable();
  const unsupported = useUnsupportedText(support);
  if (unsupported !== null)
    return (
      <Banner inset tone="warn">
        {unsupported}
      </Banner>
    );
  const reason = !reachable
    ? t`No connection. Passkeys can be added when you are back online.`
    : (held ?? 0) >= passkeysPerUser
      ? t`You have the maximum number of passkeys. Remove one first.`
      : undefined;
  return (
    <Button kind="outline" icon={<KeyRound size={20} aria-hidden />} disabledReason={reason} onClick={onAdd}>
      <Trans>Add a passkey</Trans>
    </Button>
  );
}

/** Why there are no passkeys here, as text; null where there are. */
function useUnsupportedText(support: PasskeySupport): string | null {
  const { t } = useLingui();
  const { port } = location;
  const local = `localhost${port === '' ? '' : `:${port}`}`;
  switch (support) {
    case 'yes':
      return null;
    case 'browser':
      return t`This browser does not support passkeys. Use a newer one, or the one that came with your phone.`;
    case 'connection':
      return t`Passkeys need a secure connection: an address that begins with https.`;
    case 'address':
      return t`Browsers only allow passkeys on an address with a name. This one is a number; on the same computer, open ${local} instead.`;
  }
}

function PasskeyList({ passkeys }: { passkeys: readonly Passkey[] }) {
  return (
    <ul>
      {passkeys.map((passkey) => (
        <li key={passkey.id}>
          <PasskeyRow passkey={passkey} />
        </li>
      ))}
    </ul>
  );
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { t } = useLingui();
  const reachable = useReachable();
  useObservable(timeZone);
  const remove = useRemovePasskey();
  const confirmation = useConfirmPasskey();
  const confirmationFailure = useCeremonyFailure(confirmation.error);
  const { name, createdAt, usedAt, confirmed, credential } = passkey;
  const added = formatTime(createdAt, 'date');
  const used = usedAt === null ? null : formatAgo(usedAt, serverNow());
  const askAndRemove = async () => {
    const unlocks = unlockKey()?.credential === credential;
    const sure = await confirm({
      title: t`Remove ${name}?`,
      text: unlocks
        ? t`It no longer logs you in, and the app lock on this device is switched off.`
        : t`It no longer logs you in. Remove it in the password manager of your device, too.`,
      confirmLabel: t`Remove`,
      kind: 'danger',
    });
    if (sure) remove.mutate(passkey, { onSuccess: () => toast.show({ type: 'success', title: t`Passkey removed` }) });
  };
  const confirmAgain = () =>
    confirmation.mutate(undefined, {
      onSuccess: () => toast.show({ type: 'success', title: t`Passkey confirmed` }),
    });
  return (
    <>
      <ListRow
        leading={<IconTile icon={KeyRound} />}
        title={name}
        sub={used === null ? t`Added ${added}` : t`Added ${added} · used ${used}`}
        trailing={
          <IconButton
            icon={Trash2}
            label={t`Remove ${name}`}
            disabled={!reachable || remove.isPending}
            onClick={() => void askAndRemove()}
          />
        }
      />
      {!confirmed && (
        <Stack gap={3} inset>
          <Banner
            inset
            tone="warn"
            live={confirmationFailure !== null}
            action={{ label: <Trans>Confirm</Trans>, onAction: confirmAgain }}
          >
            {confirmationFailure ?? (
              <Trans>Your password was reset. This passkey logs you in once you confirm it.</Trans>
            )}
          </Banner>
        </Stack>
      )}
    </>
  );
}
