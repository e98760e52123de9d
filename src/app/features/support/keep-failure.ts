import { t } from '@lingui/core/macro';
import { OutboxFull } from '../../platform/outbox.ts';
import { toast } from '../../ui/toast.ts';

/** Why this device did not keep what is to be sent: too much waits on it already, or it cannot write. */
export type KeepFailure = 'full' | 'device';

/** @param error what `enqueue` and the like threw */
export function keepFailure(error: unknown): KeepFailure {
  return error instanceof OutboxFull ? 'full' : 'device';
}

/** What a person can do about it. */
export function keepFailureWords(failure: KeepFailure): string {
  return failure === 'full'
    ? t`Too much waits on this device already. Connect, so that it is sent, then try again.`
    : t`Free some space on this device, then try again.`;
}

/**
 * Runs something that changes what waits on this device, and says so when the device does not take it.
 *
 * @param failed what did not happen, in the words of the person
 * @returns whether it was taken
 */
export async function keptOrTold(change: () => Promise<unknown>, failed: string): Promise<boolean> {
  try {
    await change();
    return true;
  } catch (error) {
    toast.show({ type: 'error', title: failed, detail: keepFailureWords(keepFailure(error)) });
    return false;
  }
}
