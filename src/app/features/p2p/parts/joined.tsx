import { Trans } from '@lingui/react/macro';
import { formatTime } from '#app/platform/format/time-format.ts';

/** Since when somebody has an account: of two names that look alike, the one that joined lately is the imitation. */
export function Joined({ at }: { at: number }) {
  const date = formatTime(at, 'date');
  return <Trans>Joined {date}</Trans>;
}
