import { useLingui } from '@lingui/react/macro';
import type { AnyRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { minuteMs } from '#protocol/core/durations.ts';
import { chunkLoadMs } from '#protocol/core/limits.ts';
import { toast } from '#app/ui/overlays/toast.ts';

/** The page itself shows nothing but its outline, so this stays. */
const slowShownMs = minuteMs;

/**
 * Watches for pages that do not come within the product's limit (spec point 9): the browser waits for a file for as long
 * as the network holds the connection.
 *
 * @returns a function that ends it
 */
export function watchSlowPages(router: Pick<AnyRouter, 'subscribe'>, onSlow: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stops = [
    router.subscribe('onBeforeLoad', () => {
      clearTimeout(timer);
      timer = setTimeout(onSlow, chunkLoadMs);
    }),
    router.subscribe('onResolved', () => clearTimeout(timer)),
  ];
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}

/**
 * Says of a page that does not come within the limit that it takes too long, and offers to load it again. The words of
 * the page often come while its code does not, and with them a new `t`: that must not end the wait.
 */
export function useSlowPages(router: Pick<AnyRouter, 'subscribe'>): void {
  const { t } = useLingui();
  const onSlow = useEffectEvent(() =>
    toast.show({
      type: 'error',
      title: t`This page takes too long to load`,
      action: { label: t`Load again`, onAction: () => location.reload() },
      durationMs: slowShownMs,
    }),
  );
  useEffect(() => watchSlowPages(router, () => onSlow()), [router]);
}
