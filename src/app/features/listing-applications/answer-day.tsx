import { Trans } from '@lingui/react/macro';
import { coinAnswerDays } from '#protocol/core/limits.ts';
import { endOfWorkingDay } from '#protocol/core/working-days.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { useServerNow } from '#app/platform/stream/stream-hooks.ts';

const clockStepMs = 60_000;

/** By when what is sent today is answered. */
export function AnswerDay() {
  const practice = usePracticeMode() === true;
  const day = formatTime(endOfWorkingDay(useServerNow(clockStepMs), coinAnswerDays), 'weekday');
  return (
    <span>
      {practice ? (
        <Trans>Sent today, answered within a minute (practice)</Trans>
      ) : (
        <Trans>
          Sent today, answered by <b>{day}</b>
        </Trans>
      )}
    </span>
  );
}
