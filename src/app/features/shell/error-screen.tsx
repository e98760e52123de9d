import { Trans, useLingui } from '@lingui/react/macro';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { WifiOff } from 'lucide-react';
import { useEffect } from 'react';
import { useReachable } from '../../platform/reachability.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState, ErrorState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';

/**
 * Shown instead of a screen that broke: what happened, what is safe, what to do. Without a network it is most likely
 * a screen that is not on the device yet, which opens by itself when the network is back.
 */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const { t } = useLingui();
  const router = useRouter();
  const reachable = useReachable();
  const retry = async () => {
    await router.invalidate();
    reset();
  };
  useEffect(() => {
    if (!reachable) return () => void router.invalidate();
  }, [reachable, router]);
  if (!reachable) {
    return (
      <Page title={t`No connection`}>
        <EmptyState
          icon={WifiOff}
          title={<Trans>This page is not on the device yet</Trans>}
          text={<Trans>It opens when the connection is back.</Trans>}
          action={
            <Button wide={false} onClick={() => void retry()}>
              <Trans>Try again</Trans>
            </Button>
          }
        />
      </Page>
    );
  }
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return (
    <Page title={t`Something broke`}>
      <ErrorState
        title={<Trans>This page could not be shown</Trans>}
        text={<Trans>What you sent before still counts. Look at your records before you send it again.</Trans>}
        onRetry={() => void retry()}
        details={`${what}\n${location.hash}\n${import.meta.env.BUILD}`}
      />
    </Page>
  );
}
