import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { dayMs, minuteMs } from '#protocol/core/durations.ts';
import type { FixedHolding } from '#protocol/fixed-terms/entities.ts';
import { addDecimals, type Decimal } from '#protocol/core/decimal.ts';
import { formatCompact } from '#app/platform/format/number-format.ts';
import { formatDay } from '#app/platform/format/time-format.ts';
import { weekdayNames } from '#app/platform/language/weekday-names.ts';
import { useServerNow } from '#app/platform/stream/stream-hooks.ts';
import { classNames } from '#app/ui/class-names.ts';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { usePageTurns } from '#app/ui/layout/usePageTurns.ts';
import turned from '#app/ui/layout/PageTurns.module.css';
import hero from '#app/ui/layout/Hero.module.css';
import { WeekdayHead } from '#app/ui/layout/WeekdayHead.tsx';
import { OwnAmount, OwnAmountsEye } from '../order-entry/own-amount.tsx';
import { OwnHeroNumber } from '../order-entry/own-hero-number.tsx';
import { useAmountText } from '../assets/amount-text.ts';
import { atEnd, dueDay, sumsOf } from './due.ts';
import css from './fixed-terms.module.css';

const weeks = 5;
const weekDays = 7;
/** A year of pages, which the longest cycle fits in. */
const pagesMost = 11;
/** 1 January 1970 was a Thursday, the fifth of weeks that begin on Sunday. */
const firstWeekday = 4;

interface DueCalendarProps {
  readonly holdings: readonly FixedHolding[];
  /** The day whose fixed terms are listed. */
  readonly chosen: number | null;
  readonly onChoose: (day: number | null) => void;
}

/** Five weeks from today with what falls due on each day, and what all of them come to. */
export function DueCalendar({ holdings, chosen, onChoose }: DueCalendarProps) {
  const { t } = useLingui();
  const [page, setPage] = useState(0);
  const [from, setFrom] = useState<'next' | 'before'>();
  const today = dueDay(useServerNow(minuteMs));
  const sunday = today - ((today + firstWeekday) % weekDays);
  const first = sunday + page * weeks * weekDays;
  const last = first + weeks * weekDays - 1;
  const due = holdings.filter(({ endsAt }) => dueDay(endsAt) >= first && dueDay(endsAt) <= last);
  const nextDue = Math.min(...holdings.map(({ endsAt }) => dueDay(endsAt)));
  const turn = (by: 1 | -1) => {
    const next = Math.min(pagesMost, Math.max(0, page + by));
    if (next === page) return;
    onChoose(null);
    setPage(next);
    setFrom(by === 1 ? 'next' : 'before');
  };
  const turns = usePageTurns<HTMLElement>(page, turn);
  return (
    <section className={turned['turns']} aria-label={t`Maturities`} {...turns}>
      <DueHero due={due} last={last} />
      <div className={css['turn']}>
        <IconButton icon={ChevronLeft} label={t`Five weeks back`} disabled={page === 0} onClick={() => turn(-1)} />
        <span className={css['span']} aria-live="polite">
          {formatDay(first)} – {formatDay(last)}
        </span>
        <IconButton
          icon={ChevronRight}
          label={t`Five weeks on`}
          disabled={page === pagesMost}
          onClick={() => turn(1)}
        />
      </div>
      <table
        key={page}
        className={classNames(css['weeks'], turned['page'])}
        data-from={from}
        aria-label={t`Maturities`}
      >
        <WeekdayHead names={weekdayNames('short')} letters={weekdayNames('narrow')} />
        <tbody>
          {Array.from({ length: weeks }, (_, week) => first + week * weekDays).map((start) => (
            <tr key={start}>
              {Array.from({ length: weekDays }, (_, nth) => start + nth).map((day) => (
                <td key={day}>
                  <DayCell
                    day={day}
                    due={due.filter(({ endsAt }) => dueDay(endsAt) === day)}
                    isToday={day === today}
                    isNext={day === nextDue}
                    isChosen={day === chosen}
                    onChoose={() => onChoose(day === chosen ? null : day)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function DueHero({ due, last }: { readonly due: readonly FixedHolding[]; readonly last: number }) {
  const amountOf = useAmountText();
  const end = formatDay(last);
  const [first, ...more] = sumsOf(due);
  if (first === undefined) {
    return (
      <div className={hero['hero']}>
        <p className={hero['nothing']}>
          <Trans>Nothing matures by {end}</Trans>
        </p>
      </div>
    );
  }
  const number = amountOf(addDecimals(first.principal, first.atTerm), first.asset, false);
  const [principal, interest] = [first.principal, first.atTerm].map((each) => amountOf(each, first.asset, false));
  return (
    <div className={hero['hero']}>
      <p className={hero['label']}>
        <Trans>Falls due by {end}</Trans> <OwnAmountsEye size="inline" tone="quiet" />
      </p>
      <OwnHeroNumber number={number} asset={first.asset} />
      <p className={hero['line']}>
        <OwnAmount>
          <Trans>
            {principal} locked, <b className={css['gain']}>+{interest}</b> interest set aside
          </Trans>
        </OwnAmount>
      </p>
      {more.map((sum) => (
        <p key={sum.asset} className={hero['line']}>
          <OwnAmount>{amountOf(addDecimals(sum.principal, sum.atTerm), sum.asset)}</OwnAmount>
        </p>
      ))}
    </div>
  );
}

interface DayCellProps {
  readonly day: number;
  readonly due: readonly FixedHolding[];
  readonly isToday: boolean;
  readonly isNext: boolean;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function DayCell({ day, due, isToday, isNext, isChosen, onChoose }: DayCellProps) {
  const { t } = useLingui();
  const amountOf = useAmountText();
  const number = new Date(day * dayMs).getUTCDate();
  const [first] = due;
  if (first === undefined) {
    return (
      <span className={css['cell']} data-today={isToday || undefined}>
        {number}
        {isToday && <small>{t`Today`}</small>}
      </span>
    );
  }
  const sum = due.reduce<Decimal>(
    (total, one) => (one.asset === first.asset ? addDecimals(total, atEnd(one)) : total),
    '0',
  );
  const date = formatDay(day);
  return (
    <button
      type="button"
      className={css['cell']}
      data-due
      data-next={isNext || undefined}
      data-today={isToday || undefined}
      aria-pressed={isChosen}
      aria-label={t`${date}: ${amountOf(sum, first.asset)} falls due`}
      onClick={onChoose}
    >
      {number}
      <small>
        <OwnAmount>{formatCompact(sum, 0)}</OwnAmount>
      </small>
    </button>
  );
}
