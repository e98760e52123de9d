import { Trans } from '@lingui/react/macro';
import { timeLeft } from '#app/platform/format/time-left.ts';

/** What is left until a moment: `06:18:42`, or `2 d 06:18` for longer. */
export function LeftText({ until, now }: { until: number; now: number }) {
  const { days, clock } = timeLeft(until, now);
  return days === 0 ? (
    clock
  ) : (
    <Trans>
      {days} d {clock}
    </Trans>
  );
}
