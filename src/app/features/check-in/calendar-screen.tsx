import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { classNames } from '#app/ui/class-names.ts';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import turned from '#app/ui/layout/PageTurns.module.css';
import { usePageTurns } from '#app/ui/layout/usePageTurns.ts';
import { LiveRegion } from '#app/ui/layout/VisuallyHidden.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { ScreenSkeleton } from '#app/ui/layout/ScreenSkeleton.tsx';
import { NotLoaded } from '../loading/not-loaded.tsx';
import { OfflineAge } from '../loading/offline-age.tsx';
import { monthName } from './day-names.ts';
import { MonthCalendar } from './month-calendar.tsx';
import { MonthHead } from './month-head.tsx';
import { monthAfter, monthOfText } from './month-days.ts';
import { monthQuery, refreshCheckIn, todayQuery } from './queries.ts';
import css from './check-in.module.css';

/** Months before this one that can be looked at. */
const monthsBack = 36;

/** The signed days of any month, to read. */
export function CalendarScreen() {
  const { t } = useLingui();
  const client = useQueryClient();
  const today = useQuery(todayQuery);
  const [back, setBack] = useState(0);
  const now = today.data === undefined ? undefined : monthOfText(today.data.today);
  const month = now === undefined ? undefined : monthAfter(now, -back);
  const shown = useQuery({
    ...monthQuery(month ?? ''),
    enabled: month !== undefined,
    placeholderData: keepPreviousData,
  });
  const [from, setFrom] = useState<'next' | 'before'>();
  const turn = (by: 1 | -1) => {
    const next = Math.min(monthsBack, Math.max(0, back - by));
    if (next === back) return;
    setBack(next);
    setFrom(by === 1 ? 'next' : 'before');
  };
  const turns = usePageTurns<HTMLElement>(shown.data?.month, turn);
  const failed = today.isError ? today : shown;
  const data = shown.data;
  return (
    <Page
      title={t`Check-in calendar`}
      onRefresh={() => refreshCheckIn(client)}
      updating={shown.isFetching && data !== undefined}
    >
      {month !== undefined && data !== undefined && today.data !== undefined ? (
        <section className={classNames(css['section'], turned['turns'])} aria-labelledby="calendar-month" {...turns}>
          <OfflineAge at={shown.dataUpdatedAt} />
          <div className={css['turn']}>
            <IconButton
              icon={ChevronLeft}
              label={t`Month before`}
              onClick={() => turn(-1)}
              disabled={back === monthsBack}
            />
            <LiveRegion>{monthName(data.month, true)}</LiveRegion>
            <IconButton icon={ChevronRight} label={t`Month after`} onClick={() => turn(1)} disabled={back === 0} />
          </div>
          <div key={data.month} className={turned['page']} data-from={from}>
            <MonthHead id="calendar-month" month={data.month} days={data.days} withYear />
            <MonthCalendar month={data.month} days={data.days} today={today.data.today} />
          </div>
          {data.days.length === 0 && (
            <p className={css['none']}>
              <Trans>You did not check in this month.</Trans>
            </p>
          )}
        </section>
      ) : (
        <NotLoaded query={failed} title={<Trans>The calendar did not load</Trans>}>
          <ScreenSkeleton blocks={[[140, 24], 220]} />
        </NotLoaded>
      )}
    </Page>
  );
}
