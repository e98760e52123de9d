import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent } from 'react';
import { dismissInstall, install, installWasDismissed, installWay } from '#app/platform/device/install.ts';
import { useObservable } from '#app/platform/observable.ts';
import { toast } from '#app/ui/overlays/toast.ts';

/** The offer comes once the user has looked around, never at the door. */
const offerAfterMs = 45_000;

/**
 * Offers once in a month to keep the app on the home screen. Words of other areas come meanwhile, and with them a new
 * `t`: that must not begin the time again.
 */
export function useInstallOffer(): void {
  const { t } = useLingui();
  const way = useObservable(installWay);
  const offer = useEffectEvent(() => {
    dismissInstall(Date.now());
    const title = t`Add Dunlin to your home screen`;
    if (way === 'share-sheet')
      toast.show({
        title,
        detail: t`Tap Share, then Add to Home Screen. Otherwise Safari deletes what Dunlin keeps here after 7 days without a visit.`,
        durationMs: 8_000,
      });
    else toast.show({ title, action: { label: t`Install`, onAction: () => void install() } });
  });
  useEffect(() => {
    if (way === 'none' || installWasDismissed(Date.now())) return;
    const timer = setTimeout(() => offer(), offerAfterMs);
    return () => clearTimeout(timer);
  }, [way]);
}
