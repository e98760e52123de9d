import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { call } from '../../platform/api.ts';
import { usePracticeMode } from '../../platform/launch-config.ts';
import { useObservable } from '../../platform/observable.ts';
import { reachability } from '../../platform/reachability.ts';
import { formatTime } from '../../platform/time-format.ts';
import { applyUpdate, updateState } from '../../platform/update.ts';
import { Banner, PracticeStrip } from '../../ui/Banner.tsx';

/** A connection that comes back within this was never gone for the person. */
const offlineShownAfterMs = 1_500;

/** Whether the exchange has been silent long enough to say so. */
function useSilent(): boolean {
  const { reachable } = useObservable(reachability);
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (reachable) return;
    const timer = setTimeout(() => setLate(true), offlineShownAfterMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [reachable]);
  return !reachable && late;
}

function OfflineBanner() {
  const { t } = useLingui();
  const { answeredAt } = useObservable(reachability);
  const client = useQueryClient();
  const retry = async () => {
    await call('GET common/sysTime', {}).catch(() => undefined);
    if (reachability.get().reachable) await client.refetchQueries({ type: 'active' });
  };
  const asOf = answeredAt === null ? null : formatTime(answeredAt, 'time');
  return (
    <Banner tone="warn" icon={WifiOff} live above action={{ label: t`Retry`, onAction: () => void retry() }}>
      {asOf === null ? <Trans>No connection.</Trans> : <Trans>No connection. Prices as of {asOf}.</Trans>}
    </Banner>
  );
}

function UpdateBanner() {
  const { t } = useLingui();
  return (
    <Banner live action={{ label: t`Update`, onAction: applyUpdate }}>
      <Trans>A new version is ready. The page loads again.</Trans>
    </Banner>
  );
}

/** What stands above the nav bar of every page: practice, no connection, a newer build. */
export function ShellPageTop() {
  const practice = usePracticeMode();
  const silent = useSilent();
  const update = useObservable(updateState);
  return (
    <>
      {practice === true && (
        <PracticeStrip>
          <Trans>Practice. The money is not real.</Trans>
        </PracticeStrip>
      )}
      {silent && <OfflineBanner />}
      {update === 'ready' && <UpdateBanner />}
    </>
  );
}
