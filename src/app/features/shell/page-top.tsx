import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { call } from '#app/platform/api/api.ts';
import { accountAdvice } from '#app/platform/session/account-advice.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { useObservable } from '#app/platform/observable.ts';
import { outcomeStrip } from '#app/platform/pending-outcomes/open-outcomes.ts';
// Every form that moves money needs this little: it comes with the first load.
import '../outcomes/held-outcome.ts';
import { reachability } from '#app/platform/offline/reachability.ts';
import { pauseBanner } from '#app/platform/stream/store-pause.ts';
import { useConnection } from '#app/platform/stream/stream-hooks.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { updateBanner } from '#app/platform/offline/update-state.ts';
import { Banner, FloatingStatus, PracticeStrip } from '#app/ui/layout/Banner.tsx';
import type { BlockedStatus } from './blocked-status.tsx';

/** What comes back within this was never gone for the user. */
const shownAfterMs = 1_500;

/** Whether something has been so for long enough to say it. */
export function useLasting(now: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!now) return;
    const timer = setTimeout(() => setLate(true), shownAfterMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [now]);
  return now && late;
}

/** Queries whose answers are prices. */
const priceRoots = new Set<unknown>(['common/huobiTicket', 'common/new/changerSymbolsList']);

/** When the prices on this page were true: the last answer, else the newest persisted one. */
function usePricesAt(): number | null {
  const { answeredAt } = useObservable(reachability);
  const client = useQueryClient();
  if (answeredAt !== null) return answeredAt;
  const kept = client.getQueryCache().findAll({ predicate: ({ queryKey }) => priceRoots.has(queryKey[0]) });
  return kept.reduce<number | null>((newest, { state }) => Math.max(newest ?? 0, state.dataUpdatedAt) || null, null);
}

/** That there is no connection, since when prices are old, and a way to try again. */
export function OfflineBanner() {
  const { t } = useLingui();
  const at = usePricesAt();
  const client = useQueryClient();
  const retry = async () => {
    await call('GET common/sysTime', {}).catch(() => undefined);
    if (reachability.get().reachable) await client.refetchQueries({ type: 'active' });
  };
  const asOf = at === null ? null : formatTime(at, 'time');
  return (
    <Banner tone="warn" icon={WifiOff} live above action={{ label: t`Retry`, onAction: () => void retry() }}>
      {asOf === null ? <Trans>No connection.</Trans> : <Trans>No connection. Prices as of {asOf}.</Trans>}
    </Banner>
  );
}

/** What is said of a blocked stream, from the first time on that it is: few networks need the code. */
function StreamStatus({ asOfMs, isLive }: { asOfMs: number | null; isLive: boolean }) {
  // A place of its own would move what somebody looks at: only a page that begins with it has one.
  const [hasPlaceAtFirst] = useState(asOfMs !== null);
  const [View, setView] = useState<typeof BlockedStatus | null>(null);
  const isBlocked = asOfMs !== null;
  useEffect(() => {
    if (isBlocked)
      import('./blocked-status.tsx').then(
        (part) => setView(() => part.BlockedStatus),
        () => undefined,
      );
  }, [isBlocked]);
  return View !== null && <View {...{ asOfMs, isLive, hasPlaceAtFirst }} />;
}

/** Banners above the nav bar of every page: practice, no connection, a blocked stream, orders paused, advice, a newer build. */
export function ShellPageTop() {
  const practice = usePracticeMode();
  const { reachable } = useObservable(reachability);
  const silent = useLasting(!reachable);
  const { state, polledAsOfMs } = useConnection();
  const connecting = useLasting(reachable && state !== 'online' && polledAsOfMs === null);
  return (
    <>
      {practice !== false && (
        <PracticeStrip unknown={practice === null}>
          {practice === true && <Trans>Practice. The money is not real.</Trans>}
        </PracticeStrip>
      )}
      {silent && <OfflineBanner />}
      {connecting && (
        <FloatingStatus>
          <Trans>Connecting to live prices…</Trans>
        </FloatingStatus>
      )}
      <StreamStatus asOfMs={silent ? null : polledAsOfMs} isLive={!silent && state === 'online'} />
      {useObservable(pauseBanner)}
      {useObservable(outcomeStrip)}
      {useObservable(accountAdvice)}
      {useObservable(updateBanner)}
    </>
  );
}
