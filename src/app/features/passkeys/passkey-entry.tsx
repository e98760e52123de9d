import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { useEffect } from 'react';
import { pathAfterLogIn } from '#app/platform/session/public-paths.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { Button } from '#app/ui/controls/Button.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { useCeremonyFailure } from './ceremony-text.ts';
import { loadWebAuthn, useLogInByPasskey } from './mutations.ts';
import { passkeySupport } from './passkey-support.ts';
import css from './passkey-entry.module.css';

/** Log-in without a password, where this page can have passkeys: a quiet action beside those of the form. */
export function PasskeyEntry({ asked }: { asked: string | undefined }) {
  return passkeySupport() === 'yes' ? <LogInByPasskey asked={asked} /> : null;
}

function LogInByPasskey({ asked }: { asked: string | undefined }) {
  const { t } = useLingui();
  const router = useRouter();
  const reachable = useReachable();
  const logIn = useLogInByPasskey();
  const failure = useCeremonyFailure(logIn.error);
  // Safari lets only a fresh tap open its dialog.
  useEffect(() => void loadWebAuthn().catch(() => undefined), []);
  const start = () => logIn.mutate(undefined, { onSuccess: () => router.history.replace(pathAfterLogIn(asked)) });
  return (
    <>
      <Button
        kind="text"
        size="s"
        icon={<Icon of={KeyRound} size="inline" />}
        busy={logIn.isPending}
        busyLabel={t`Waiting…`}
        disabled={!reachable}
        onClick={start}
      >
        <Trans>Use a passkey</Trans>
      </Button>
      {failure !== null && (
        <div className={css['failure']}>
          <Banner inset tone="danger" live>
            {failure}
          </Banner>
        </div>
      )}
    </>
  );
}
