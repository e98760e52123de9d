import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleQuestionMark, Info, ReceiptText, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import type { CheckInPool, CheckInState } from '#protocol/check-in/entities.ts';
import { compareDecimals, type Decimal, divideDecimals } from '#protocol/core/decimal.ts';
import { formatAmount, formatShare } from '#app/platform/format/number-format.ts';
import { useFeature } from '#app/platform/session/launch-config.ts';
import { useServerNow } from '#app/platform/stream/stream-hooks.ts';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Icon } from '#app/ui/icons.tsx';
import hero from '#app/ui/layout/Hero.module.css';
import { HeroNumber } from '#app/ui/layout/HeroNumber.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { Progress } from '#app/ui/layout/Progress.tsx';
import { Card, TextLink } from '#app/ui/layout/Section.tsx';
import { ScreenSkeleton } from '#app/ui/layout/ScreenSkeleton.tsx';
import { useCoinFacts } from '../assets/holdings.ts';
import { SourceRow } from '../backing/source-row.tsx';
import { PersonNeeded } from '../person-needed/person-needed.tsx';
import { NotLoaded } from '../loading/not-loaded.tsx';
import { OfflineAge } from '../loading/offline-age.tsx';
import { WhenOn } from '../switches/when-on.tsx';
import { monthName } from './day-names.ts';
import { MonthCalendar } from './month-calendar.tsx';
import { MonthHead } from './month-head.tsx';
import { refreshCheckIn, todayQuery } from './queries.ts';
import { RunBoxes } from './run-boxes.tsx';
import { CheckInButton } from './check-in-button.tsx';
import css from './check-in.module.css';

/** Signing in every day: the streak, the month, and the pool that pays. */
export function CheckInScreen() {
  const { t } = useLingui();
  const client = useQueryClient();
  const today = useQuery(todayQuery);
  const isOn = useFeature('check-in');
  const state = today.data;
  return (
    <Page
      title={t`Daily check-in`}
      actions={
        <>
          <IconButton icon={ReceiptText} label={t`Cash flow`} href="#/pages/assets/Assetrecords?wallet=spot" />
          <IconButton
            icon={CircleQuestionMark}
            label={t`How it works`}
            href="#/pages/home/newsDetail?key=help%2Fsign-in"
          />
        </>
      }
      onRefresh={() => refreshCheckIn(client)}
      updating={today.isFetching && state !== undefined}
      bottom={state !== undefined && isOn ? <CheckInButton state={state} /> : undefined}
    >
      {state !== undefined ? (
        <>
          <OfflineAge at={today.dataUpdatedAt} />
          <Standing state={state} onTurn={() => void refreshCheckIn(client)} />
        </>
      ) : (
        <NotLoaded query={today} title={<Trans>Your days did not load</Trans>}>
          <ScreenSkeleton blocks={[[80, 14], [120, 38], [240, 14], 76, 220]} />
        </NotLoaded>
      )}
    </Page>
  );
}

function Standing({ state, onTurn }: { readonly state: CheckInState; readonly onTurn: () => void }) {
  const hasTurned = useServerNow() >= state.dayEndsAt;
  useEffect(() => {
    if (hasTurned) onTurn();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each day that turned
  }, [hasTurned, state.today]);
  return (
    <>
      <Hero state={state} />
      <PersonNeeded apart />
      <WhenOn feature="check-in">
        <RunBoxes run={state.run} asset={state.asset} today={state.today} />
      </WhenOn>
      <section className={css['section']} aria-labelledby="sign-in-month">
        <MonthHead id="sign-in-month" month={state.month} days={state.days} />
        <MonthCalendar month={state.month} days={state.days} today={state.today} />
        <div className={css['more']}>
          <TextLink href="#/pages/components/Calendar">
            <Trans>All months</Trans>
          </TextLink>
        </div>
      </section>
      <PoolCard pool={state.pool} next={nextReward(state)} />
      <SourceRow product="rewards" asset={state.pool.asset} />
    </>
  );
}

function nextReward({ run }: CheckInState): string | null {
  const next = run.find(({ state }) => state !== 'signed');
  return next === undefined ? '0' : next.reward;
}

function Hero({ state: { streak, signedToday, run, today } }: { readonly state: CheckInState }) {
  const { t } = useLingui();
  const isSeventh = run.find(({ day }) => day === today)?.doubled === true;
  const place = run.findIndex(({ day }) => day === today) + 1;
  const toGo = run.length - place;
  return (
    <div className={hero['hero']}>
      <p className={hero['label']}>
        <Trans>In a row</Trans>
      </p>
      <HeroNumber number={`${streak}`}>
        {streak} <small>{streak === 1 ? t`day` : t`days`}</small>
      </HeroNumber>
      <p className={hero['line']}>
        {isSeventh ? (
          signedToday ? (
            <Trans>The seventh day was doubled; a new run begins tomorrow</Trans>
          ) : (
            <Trans>Today is the seventh day: the reward is doubled</Trans>
          )
        ) : (
          <Trans>Days to the doubled reward: {toGo}</Trans>
        )}
      </p>
    </div>
  );
}

interface PoolCardProps {
  readonly pool: CheckInPool;
  /** The next reward of this user, null when the pool cannot pay it. */
  readonly next: Decimal | null;
}

/** What the pool of the month still has, and what happens when it is empty. */
function PoolCard({ pool, next }: PoolCardProps) {
  const { t } = useLingui();
  const { decimals } = useCoinFacts()(pool.asset);
  const share = compareDecimals(pool.budget, '0') > 0 ? divideDecimals(pool.left, pool.budget, 4) : '0';
  const month = monthName(pool.month);
  const today = formatAmount(pool.leftToday, decimals);
  const [left, budget] = [formatAmount(pool.left, decimals), formatAmount(pool.budget, decimals)];
  return (
    <>
      <Card>
        <div className={css['poolHead']}>
          <h2>
            <Trans>Reward pool of {month}</Trans>
          </h2>
          <span>
            <Trans>{formatShare(share, 1)} left</Trans>
          </span>
        </div>
        <Progress label={t`Left in the pool`} share={Number(share)} />
        <p className={css['poolFoot']}>
          <span>
            <Trans>
              <b>{left}</b> of {budget} {pool.asset}
            </Trans>
          </span>
          {compareDecimals(pool.leftToday, pool.left) < 0 && (
            <span>
              <Trans>
                {today} {pool.asset} for today
              </Trans>
            </span>
          )}
        </p>
      </Card>
      <p className={css['note']} data-warn={next === null || undefined}>
        <Icon of={next === null ? TriangleAlert : Info} size="inline" />
        {next === null ? (
          <Trans>The pool is empty. Checking in still counts towards your streak but pays nothing.</Trans>
        ) : (
          <Trans>
            A day ends at 24:00 UTC+8, whatever this phone’s clock says. When the pool is empty, checking in pays
            nothing and this page says so.
          </Trans>
        )}
      </p>
    </>
  );
}
