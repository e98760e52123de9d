import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, CircleQuestionMark, History, Timer } from 'lucide-react';
import { Suspense, useState } from 'react';
import { changeClientState, clientState } from '#app/platform/storage/client-state.ts';
import { useObservable } from '#app/platform/observable.ts';
import { refreshStream } from '#app/platform/stream/stream.ts';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { PanelSkeleton } from './round/panel-skeleton.tsx';
import { useIdle } from './idle.ts';
import { cycleNames } from './option-labels.ts';
import css from './options-screen.module.css';
import { coinsQuery } from './queries.ts';
import { RoundPanel } from './round/round-panel.tsx';
import { type CoinOfOption, numberOfSeries, type Series, seriesOfNumber } from './series-choice.ts';
import { NotLoaded } from '../loading/not-loaded.tsx';
import { laterSheet } from '../shell/later-part.tsx';

const SeriesSheet = laterSheet(() => import('./series-sheet.tsx'), 'SeriesSheet');
const RulesSheet = laterSheet(() => import('./round/rules-sheet.tsx'), 'RulesSheet');

/** Seconds options: one coin and cycle, its index against the strike, and the round that takes entries. */
export function OptionsScreen() {
  const { t } = useLingui();
  const coins = useQuery(coinsQuery);
  const chosen = useObservable(clientState).qiquan_id;
  if (coins.data === undefined) {
    return (
      <Page root title={t`Options`}>
        <NotLoaded query={coins} title={<Trans>Options did not load</Trans>}>
          <PanelSkeleton />
        </NotLoaded>
      </Page>
    );
  }
  const series = seriesOfNumber(coins.data.list, chosen);
  const coin = coins.data.list.find((one) => one.coin === series?.coin);
  if (series === null || coin === undefined) {
    return (
      <Page root title={t`Options`}>
        <EmptyState icon={Timer} title={t`No options now`} text={t`Coins appear here once their prices are tracked.`} />
      </Page>
    );
  }
  return <SeriesScreen series={series} coin={coin} coins={coins.data.list} />;
}

interface SeriesScreenProps {
  readonly series: Series;
  readonly coin: CoinOfOption;
  readonly coins: readonly CoinOfOption[];
}

function SeriesScreen({ series, coin, coins }: SeriesScreenProps) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const [open, setOpen] = useState<'series' | 'rules' | null>(null);
  const idle = useIdle();
  const close = () => setOpen(null);
  const name = `${series.coin} · ${i18n._(cycleNames[series.cycle])}`;
  return (
    <Page
      root
      title={t`Options ${name}`}
      lead={
        <button type="button" className={css['series']} aria-haspopup="dialog" onClick={() => setOpen('series')}>
          <CoinIcon symbol={series.coin} size={24} />
          <span>{name}</span>
          <Icon of={ChevronDown} size="inline" />
        </button>
      }
      actions={
        <>
          <IconButton icon={History} label={t`My predictions`} href="#/pages/Option/Bettingrecord" />
          <IconButton
            icon={CircleQuestionMark}
            label={t`How it works`}
            aria-haspopup="dialog"
            onClick={() => setOpen('rules')}
          />
        </>
      }
      onRefresh={() => {
        refreshStream();
        return client.refetchQueries({ type: 'active' });
      }}
    >
      <RoundPanel key={`${series.coin}:${series.cycle}`} series={series} coin={coin} />
      <Suspense>
        {idle && (
          <SeriesSheet
            open={open === 'series'}
            onClose={close}
            coins={coins}
            value={series}
            onPick={(next) => {
              close();
              changeClientState({ qiquan_id: numberOfSeries(coins, next) });
            }}
          />
        )}
        {idle && <RulesSheet open={open === 'rules'} onClose={close} />}
      </Suspense>
    </Page>
  );
}
