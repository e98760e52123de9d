import { useLingui } from '@lingui/react/macro';
import type { CheckInDay } from '#protocol/check-in/entities.ts';
import { formatAmount } from '#app/platform/format/number-format.ts';
import { weekdayNames } from '#app/platform/language/weekday-names.ts';
import { VisuallyHidden } from '#app/ui/layout/VisuallyHidden.tsx';
import { WeekdayHead } from '#app/ui/layout/WeekdayHead.tsx';
import { useCoinFacts } from '../assets/holdings.ts';
import { dayName, monthName } from './day-names.ts';
import { type CalendarDay, weeksOf } from './month-days.ts';
import css from './month-calendar.module.css';

interface MonthCalendarProps {
  /** As in `2026-11`. */
  readonly month: string;
  readonly days: readonly CheckInDay[];
  /** As in `2026-11-22`. */
  readonly today: string;
}

/** A month with its signed days as bands, the doubled ones marked, and today ringed. */
export function MonthCalendar({ month, days, today }: MonthCalendarProps) {
  return (
    <table className={css['month']} aria-label={monthName(month, true)}>
      <WeekdayHead names={weekdayNames('short')} letters={weekdayNames('narrow')} />
      <tbody>
        {weeksOf(month, days).map((week, index) => (
          <tr key={week[0]?.day ?? `first${index}`}>
            {week.map((cell, column) => (
              <td key={cell?.day ?? `blank${column}`}>
                {cell !== null && <Day cell={cell} isToday={cell.day === today} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Day({ cell, isToday }: { readonly cell: CalendarDay; readonly isToday: boolean }) {
  const { t } = useLingui();
  const factsOf = useCoinFacts();
  const { number, signed, joinsBefore, joinsAfter } = cell;
  const name = dayName(cell.day);
  const said =
    signed === null
      ? isToday
        ? t`${name}, today, not checked in yet`
        : name
      : t`${name}, checked in, ${formatAmount(signed.reward, factsOf(signed.asset).decimals)} ${signed.asset}`;
  return (
    <span
      className={css['day']}
      data-signed={signed !== null || undefined}
      data-joins-before={joinsBefore || undefined}
      data-joins-after={joinsAfter || undefined}
      data-today={isToday || undefined}
    >
      <span className={css['number']} aria-hidden>
        {number}
      </span>
      {signed?.doubled === true && (
        <span className={css['twice']} aria-hidden>
          ×2
        </span>
      )}
      <VisuallyHidden>{said}</VisuallyHidden>
    </span>
  );
}
