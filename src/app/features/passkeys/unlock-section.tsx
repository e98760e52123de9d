import { Trans, useLingui } from '@lingui/react/macro';
import { Fingerprint, ScanFace } from 'lucide-react';
import type { Passkey } from '#protocol/accounts/entities/passkey.ts';
import { useObservable } from '#app/platform/observable.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { FailureBanner } from '#app/ui/layout/FailureBanner.tsx';
import { Switch } from '#app/ui/controls/CheckBox.tsx';
import { IconTile, ListRow } from '#app/ui/lists/ListRow.tsx';
import { Section, Stack } from '#app/ui/layout/Section.tsx';
import { useCeremonyFailure } from './ceremony-text.ts';
import { deviceName } from './device-name.ts';
import { useSwitchUnlockOn } from './mutations.ts';
import type { PasskeySupport } from './passkey-support.ts';
import { switchUnlockOff, unlockKey, type UnlockWay, unlockWays } from './unlock-flags.ts';
import css from './unlock-section.module.css';

interface UnlockSectionProps {
  /** Undefined while they are not known. */
  readonly passkeys: readonly Passkey[] | undefined;
  readonly support: PasskeySupport;
}

/** The lock of the app on this device, by fingerprint or face. */
export function UnlockSection({ passkeys, support }: UnlockSectionProps) {
  const { t } = useLingui();
  const ways = useObservable(unlockWays);
  const reachable = useReachable();
  const switchOn = useSwitchUnlockOn(passkeys ?? [], deviceName(navigator.userAgent));
  const failure = useCeremonyFailure(switchOn.error);
  if (support !== 'yes') return null;
  const isReady = unlockKey() !== null || (passkeys !== undefined && (passkeys.length > 0 || reachable));
  const rows = [
    { way: 'fingerprint', icon: Fingerprint, title: t`Unlock with fingerprint` },
    { way: 'face', icon: ScanFace, title: t`Unlock with face` },
  ] as const;
  const change = (way: UnlockWay, on: boolean) => {
    switchOn.reset();
    if (on) switchOn.mutate(way);
    else switchUnlockOff(way);
  };
  return (
    <Section title={t`App lock`} band>
      {rows.map(({ way, icon, title }) => (
        <ListRow
          key={way}
          light
          height={56}
          leading={<IconTile icon={icon} />}
          title={title}
          trailing={
            <Switch
              label={title}
              checked={ways[way]}
              busy={switchOn.isPending && switchOn.variables === way}
              disabled={switchOn.isPending || (!isReady && !ways[way])}
              onChange={(on) => change(way, on)}
            />
          }
        />
      ))}
      <Stack gap={3}>
        <FailureBanner text={failure} />
        <p className={css['note']}>
          <Trans>
            Dunlin then opens locked on this device, and locks again after 3 minutes in the background. It unlocks
            without a connection. Your device may offer another way to confirm that it is you. Moving money still needs
            your transaction password.
          </Trans>
        </p>
      </Stack>
    </Section>
  );
}
