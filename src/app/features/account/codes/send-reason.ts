import { useLingui } from '@lingui/react/macro';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { countdownText } from './countdown.ts';

/**
 * Why a form cannot be sent now, for its button.
 *
 * @param offline message shown without a connection
 * @param waitSeconds the wait the exchange asked for; 0 for none
 */
export function useSendReason(offline: string, waitSeconds: number): string | undefined {
  const { t } = useLingui();
  const reachable = useReachable();
  const left = countdownText(waitSeconds);
  if (!reachable) return offline;
  return waitSeconds > 0 ? t`Too many attempts. Try again in ${left}.` : undefined;
}
