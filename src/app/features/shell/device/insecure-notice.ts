import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent } from 'react';
import { readStored, writeStored } from '#app/platform/storage/storage.ts';
import { toast } from '#app/ui/overlays/toast.ts';

const shownKey = 'dunlin.insecure-notice';
const shownMs = 15_000;

/**
 * Says once on this device what a browser allows over HTTPS only, where the app is opened without: trading works, the
 * rest is missing for a reason that no screen shows.
 */
export function useInsecureNotice(): void {
  const { t } = useLingui();
  const show = useEffectEvent(() => {
    writeStored(shownKey, 'shown');
    toast.show({
      type: 'warn',
      title: t`This connection is not encrypted`,
      detail: t`Installing the app, passkeys, push notifications and the camera need HTTPS.`,
      durationMs: shownMs,
    });
  });
  useEffect(() => {
    if (!isSecureContext && readStored(shownKey) === null) show();
  }, []);
}
