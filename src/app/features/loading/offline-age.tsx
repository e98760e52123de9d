import { Trans } from '@lingui/react/macro';
import { formatTime } from '#app/platform/format/time-format.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { StaleTag } from '#app/ui/layout/Banner.tsx';
import css from './offline-age.module.css';

/**
 * Says above what a screen shows how old it is, while there is no connection.
 *
 * @param at when the exchange answered it, in epoch milliseconds of the device
 */
export function OfflineAge({ at }: { at: number }) {
  const reachable = useReachable();
  if (reachable) return null;
  return (
    <p className={css['age']}>
      <StaleTag>
        <Trans>as of {formatTime(at, 'time')}</Trans>
      </StaleTag>
    </p>
  );
}
