import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useFailureText } from '../../../platform/api/refusal-text.ts';
import { pathAfterLogIn } from '../../../platform/session/public-paths.ts';
import { useReachable } from '../../../platform/offline/reachability.ts';
import { Banner } from '../../../ui/layout/Banner.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { Stack } from '../../../ui/layout/Section.tsx';
import { usePracticeAccount } from '../practice-account.ts';
import styles from '../account.module.css';

/** Default start page of a new user: trading is what practice is for. */
const firstPath = '/pages/trade/trade';

/** One tap makes a funded practice account and signs in with it. */
export function PracticeEntry({ asked }: { asked: string | undefined }) {
  const { t } = useLingui();
  const router = useRouter();
  const reachable = useReachable();
  const practice = usePracticeAccount();
  const failure = useFailureText(practice.error);
  const start = () =>
    practice.mutate(undefined, {
      onSuccess: () => router.history.replace(asked === undefined ? firstPath : pathAfterLogIn(asked)),
    });
  return (
    <Stack gap={4}>
      <p className={styles['or']}>
        <Trans>or</Trans>
      </p>
      {failure !== null && (
        <Banner inset tone="danger" live>
          {failure}
        </Banner>
      )}
      <Button
        kind="outline"
        size="l"
        detail={t`Practice money, no details needed`}
        busy={practice.isPending}
        busyLabel={t`Opening…`}
        disabledReason={reachable ? undefined : t`No connection. Try again when you are back online.`}
        onClick={start}
      >
        <Trans>Try with a practice account</Trans>
      </Button>
    </Stack>
  );
}
