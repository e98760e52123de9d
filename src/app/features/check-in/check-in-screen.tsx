import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleQuestionMark, ReceiptText } from 'lucide-react';
import { useEffect } from 'react';
import type { CheckInState } from '../../../protocol/check-in/entities.ts';
import { useFeature } from '../../platform/session/launch-config.ts';
import { useServerNow } from '../../platform/stream/stream-hooks.ts';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import hero from '../../ui/layout/Hero.module.css';
import { HeroNumber } from '../../ui/layout/HeroNumber.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { TextLink } from '../../ui/layout/Section.tsx';
import { Skeleton } from '../../ui/layout/Skeleton.tsx';
import { SourceRow } from '../backing/source-row.tsx';
import { PersonNeeded } from '../person-needed/person-needed.tsx';
import { LoadError } from '../loading/load-error.tsx';
import { OfflineAge } from '../loading/offline-age.tsx';
import { WhenOn } from '../switches/when-on.tsx';
import { MonthCalendar } from './month-calendar.tsx';
import { MonthHead } from './month-head.tsx';
import { PoolCard } from './pool-card.tsx';
import { refreshCheckIn, todayQuery } from './queries.ts';
import { RunBoxes } from './run-boxes.tsx';
import { CheckInButton } from './check-in-button.tsx';
import css from './check-in.module.css';

/** Signing in every day: the streak, the month, and the pool that pays. */
export function CheckInScreen() {
  const { t } = useLingui();
  const client = useQueryClient();
  const today = useQuery(todayQuery);
  const isOn = useFeature('sign-in');
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
      ) : today.isError ? (
        <LoadError query={today} title={<Trans>Your days did not load</Trans>} />
      ) : (
        <Waiting />
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
      <WhenOn feature="sign-in">
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

/** In the places of the hero, the boxes and the month. */
function Waiting() {
  return (
    <div className={css['waiting']} aria-busy>
      <Skeleton width="80px" height="14px" />
      <Skeleton width="120px" height="38px" />
      <Skeleton width="240px" height="14px" />
      <Skeleton height="76px" />
      <Skeleton height="220px" />
    </div>
  );
}
