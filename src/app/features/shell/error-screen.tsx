import { Trans, useLingui } from '@lingui/react/macro';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { WifiOff } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { probeExchange } from '#app/platform/api/probe.ts';
import {
  fetchLostStyles,
  isMissingFile,
  reloadForNewerBuild,
  repairOnce,
} from '#app/platform/offline/missing-files.ts';
import { reachability, useReachable } from '#app/platform/offline/reachability.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { EmptyState, ErrorState } from '#app/ui/layout/EmptyState.tsx';
import { Page } from '#app/ui/layout/Page.tsx';

/** Why files of the build do not come, until the exchange was asked. */
type Missing = 'asking' | 'unanswered' | 'gone';

/**
 * A file that did not come is asked for once more, past its copies on the device. Where that fails, the exchange is
 * asked: when it answers, a newer build took the file's place, and the page is loaded again, once.
 *
 * @param retry draws the screen again
 */
function useMissingFile(error: unknown, retry: () => Promise<void>): Missing | null {
  const [asked, setAsked] = useState<{ error: unknown; found: Missing } | null>(null);
  const missing = isMissingFile(error);
  useEffect(() => {
    if (!missing) return;
    const ask = async () => {
      if (reachability.get().reachable && (await repairOnce(error as object))) return retry();
      await probeExchange();
      if (!reachability.get().reachable) setAsked({ error, found: 'unanswered' });
      else if (!reloadForNewerBuild()) setAsked({ error, found: 'gone' });
    };
    void ask();
  }, [error, missing, retry]);
  if (!missing) return null;
  return asked !== null && asked.error === error ? asked.found : 'asking';
}

/**
 * Shown instead of a screen that broke: what happened, what is safe, what to do. Without a network it is most likely
 * a screen that is not on the device yet, which opens by itself when the network is back.
 */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const { t } = useLingui();
  const router = useRouter();
  const reachable = useReachable();
  const retry = useCallback(async () => {
    await fetchLostStyles();
    await router.invalidate();
    reset();
  }, [router, reset]);
  const missing = useMissingFile(error, retry);
  useEffect(() => {
    if (!reachable) return () => void fetchLostStyles().then(() => router.invalidate());
  }, [reachable, router]);
  if (!reachable || missing === 'asking' || missing === 'unanswered') {
    return (
      <Page title={t`No connection`}>
        <EmptyState
          icon={WifiOff}
          title={<Trans>This page is not on your device yet</Trans>}
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
    <Page title={t`Something went wrong`}>
      <ErrorState
        title={<Trans>This page could not be shown</Trans>}
        text={<Trans>What you already sent still counts. Check your records before you send it again.</Trans>}
        onRetry={() => void retry()}
        details={`${what}\n${location.hash}\n${import.meta.env.BUILD}`}
      />
    </Page>
  );
}
