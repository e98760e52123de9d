import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { QueryClient } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { serverNow } from '#app/platform/api/server-clock.ts';
import { pauseBanner } from '#app/platform/stream/store-pause.ts';
import { stream } from '#app/platform/stream/stream.ts';
import { usePausedSince } from '#app/platform/stream/use-pause.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { toast } from '#app/ui/overlays/toast.ts';

/** A pause that ends within this is not shown, nor is its end. */
const shownAfterMs = 1_500;
/** All clients learn of the end at once, and must not refetch everything at once. */
const askAgainWithinMs = 2_000;

/** The figures shown are right, as of the moment the pause began. */
function PausedBanner() {
  const since = usePausedSince();
  const isShown = useShown(since);
  const reachable = useReachable();
  if (since === null || !isShown || !reachable) return null;
  const asOf = formatTime(since, 'time');
  return (
    <Banner tone="warn" icon={History} live above>
      <Trans>
        Orders and transfers are paused while the exchange restores its records. Your balances and orders are safe,
        shown as of {asOf}.
      </Trans>
    </Banner>
  );
}

/** Whether a pause has lasted, counted from its beginning: every screen has a top of its own. */
function useShown(since: number | null): boolean {
  const [shown, setShown] = useState(() => (since !== null && msUntilShown(since) === 0 ? since : null));
  useEffect(() => {
    if (since === null) return;
    const timer = setTimeout(() => setShown(since), msUntilShown(since));
    return () => clearTimeout(timer);
  }, [since]);
  return since !== null && shown === since;
}

function msUntilShown(since: number): number {
  return Math.max(0, since + shownAfterMs - serverNow());
}

/** From now on each screen says it. */
export function showPause(): void {
  pauseBanner.set(<PausedBanner />);
}

/**
 * The exchange has its records again: what is on screen is refetched, and users who saw the pause are notified of its
 * end. Accounts come again over the stream by themselves.
 *
 * @param since when it began, in epoch milliseconds of the server
 */
export function storeReturned(client: QueryClient, since: number): void {
  pauseBanner.set(null);
  const health = stream.view<'health'>('health');
  if (health?.store === 'ready' && health.since - since >= shownAfterMs) {
    toast.show({ type: 'success', title: t`Orders and transfers work again.`, key: 'store-return' });
  }
  setTimeout(() => void client.invalidateQueries({ refetchType: 'active' }), Math.random() * askAgainWithinMs);
}
