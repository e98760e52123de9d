import { t } from '@lingui/core/macro';
import { OutboxFull } from '#app/platform/offline/outbox-store.ts';
import { toast } from '#app/ui/overlays/toast.ts';

/** Why this device did not keep what is to be sent: too much waits on it already, or it cannot write. */
export type SaveFailure = 'full' | 'device';

/** @param error what `enqueue` and the like threw */
export function saveFailure(error: unknown): SaveFailure {
  return error instanceof OutboxFull ? 'full' : 'device';
}

/** What a user can do about it. */
export function saveFailureText(failure: SaveFailure): string {
  return failure === 'full'
    ? t`Too much is waiting on this device. Go online to send it, then try again.`
    : t`Free some space on this device, then try again.`;
}

/**
 * Runs something that changes what waits on this device, and says so when the device does not take it.
 *
 * @param failed what did not happen, as the user reads it
 * @returns whether it was taken
 */
export async function savedOrReported(change: () => Promise<unknown>, failed: string): Promise<boolean> {
  try {
    await change();
    return true;
  } catch (error) {
    toast.show({ type: 'error', title: failed, detail: saveFailureText(saveFailure(error)) });
    return false;
  }
}
