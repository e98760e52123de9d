import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ChevronDown, CandlestickChart, Maximize, Star } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { Pair } from '../../../contract/entities/market.ts';
import { favourites, toggleFavourite } from '../../platform/favourites.ts';
import { useObservable } from '../../platform/observable.ts';
import { useFailureText } from '../../platform/refusal-text.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState, ErrorState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Icon } from '../../ui/icons.tsx';
import { PairSheet } from '../pairs/pair-sheet.tsx';
import { pairOf, pairsQuery } from '../pairs/queries.ts';
import { chartChoice } from './chart-choice.ts';
import { enterFullScreen, FullScreenChart } from './full-screen-chart.tsx';
import { IndicatorRow } from './indicator-row.tsx';
import { IntervalRow } from './intervals.tsx';
import css from './kline-screen.module.css';
import { KlineView } from './kline-view.tsx';
import { MarketTabs } from './market-tabs.tsx';
import { PairHero } from './pair-hero.tsx';
import { SettingsSheet } from './settings-sheet.tsx';
import { refreshMarket } from './stream-candle-source.ts';

/** The K-line screen of a pair. */
export function KlineScreen({ pairId }: { pairId: string }) {
  const { t } = useLingui();
  const pairs = useQuery(pairsQuery);
  const failure = useFailureText(pairs.error);
  if (pairs.data === undefined) {
    return (
      <Page title={t`Chart`}>
        {pairs.isError ? (
          <ErrorState title={t`Pairs did not load`} text={failure} onRetry={() => void pairs.refetch()} />
        ) : (
          <div className={css['waiting']} aria-busy>
            <Skeleton height="84px" />
            <Skeleton height="400px" />
          </div>
        )}
      </Page>
    );
  }
  const pair = pairOf(pairs.data, pairId);
  if (pair === null) {
    return (
      <Page title={t`Chart`}>
        <EmptyState
          icon={CandlestickChart}
          title={t`This pair is not listed`}
          text={t`Choose another one from the markets.`}
          action={<Button href="#/pages/home/market">{t`Open markets`}</Button>}
        />
      </Page>
    );
  }
  return <PairScreen key={pair.id} pair={pair} pairs={pairs.data.list} />;
}

function PairScreen({ pair, pairs }: { pair: Pair; pairs: readonly Pair[] }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const client = useQueryClient();
  const choice = useObservable(chartChoice);
  const starred = useObservable(favourites).includes(pair.id);
  const [open, setOpen] = useState<'pairs' | 'settings' | 'full' | null>(null);
  const title = `${pair.base}/${pair.quote}`;
  const close = useCallback(() => setOpen(null), []);
  const refresh = () => {
    refreshMarket();
    return client.refetchQueries({ type: 'active' });
  };
  const pick = (id: string) => {
    close();
    void navigate({ to: '/pages/market/kline', search: { pair: id }, replace: true });
  };
  return (
    <Page
      title={t`${title} chart`}
      lead={
        <button type="button" className={css['pair']} aria-haspopup="dialog" onClick={() => setOpen('pairs')}>
          <span>{title}</span>
          <Icon of={ChevronDown} size="inline" />
        </button>
      }
      actions={
        <>
          <IconButton
            icon={Star}
            tone="warn"
            pressed={starred}
            label={t`Favourite`}
            onClick={() => toggleFavourite(pair.id)}
          />
          <IconButton
            icon={Maximize}
            label={t`Full screen`}
            onClick={() => void enterFullScreen().then(() => setOpen('full'))}
          />
        </>
      }
      onRefresh={refresh}
      bottom={<TradeButtons pair={pair} />}
    >
      <PairHero pair={pair} />
      <IntervalRow choice={choice} onSettings={() => setOpen('settings')} />
      <KlineView pair={pair} choice={choice} full={false} />
      <IndicatorRow indicators={choice.indicators} />
      <MarketTabs pair={pair} />
      <PairSheet open={open === 'pairs'} onClose={close} pairs={pairs} value={pair.id} onPick={pick} />
      <SettingsSheet open={open === 'settings'} onClose={close} choice={choice} />
      <FullScreenChart open={open === 'full'} onClose={close} pair={pair} choice={choice} />
    </Page>
  );
}

/** Leads to the trade screen of a pair, with the side chosen. */
export function TradeButtons({ pair }: { pair: Pair }) {
  const to = (side: 'buy' | 'sell') => `#/pages/trade/trade?pair=${pair.id}&side=${side}`;
  return (
    <div className={css['trade']}>
      <Button kind="buy" href={to('buy')}>
        <Trans>Buy</Trans>
      </Button>
      <Button kind="sell" href={to('sell')}>
        <Trans>Sell</Trans>
      </Button>
    </div>
  );
}
