import { t } from '@lingui/core/macro';
import { minuteMs } from '#protocol/core/durations.ts';
import { confirm } from '#app/ui/overlays/confirm.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import type { Place } from './mercator.ts';

const withinMs = 15_000;
/** A place that was found this long ago is good enough. */
const oldestMs = minuteMs;

/** Whether the browser already has permission; false where it does not say. */
async function isGranted(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted';
  } catch {
    return false;
  }
}

function position(): Promise<GeolocationPosition> {
  return new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(resolve, reject, {
      enableHighAccuracy: true,
      timeout: withinMs,
      maximumAge: oldestMs,
    });
  });
}

function problemOf(error: unknown): string {
  const code = error instanceof GeolocationPositionError ? error.code : 0;
  if (code === GeolocationPositionError.PERMISSION_DENIED)
    return t`Your browser blocks location access. You can change that in its settings for this page.`;
  if (code === GeolocationPositionError.TIMEOUT) return t`It took too long. Try again outdoors.`;
  return t`This device could not determine its location.`;
}

/**
 * Where the device is, at a tap and with the user's consent; null when they say no or it is not known. The place
 * stays on this page: it is neither sent nor stored.
 */
export async function findOwnPlace(): Promise<Place | null> {
  if (!isSecureContext || !('geolocation' in navigator)) {
    toast.show({
      type: 'warn',
      title: t`Your location was not found`,
      detail: isSecureContext
        ? t`This browser does not support locations.`
        : t`Your location needs HTTPS. This connection is not encrypted.`,
    });
    return null;
  }
  const sure =
    (await isGranted()) ||
    (await confirm({
      title: t`Show where you are?`,
      text: t`Your browser will ask for permission. Your location stays on this device: Dunlin neither sends nor stores it.`,
      confirmLabel: t`Show`,
    }));
  if (!sure) return null;
  try {
    const { latitude, longitude } = (await position()).coords;
    return { latitude, longitude };
  } catch (error) {
    toast.show({ type: 'warn', title: t`Your location was not found`, detail: problemOf(error) });
    return null;
  }
}
