import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ChevronDown, CandlestickChart, Maximize, Star } from 'lucide-react';
import { type ReactNode, Suspense, useCallback, useState } from 'react';
import type { ChartedIndex, Pair } from '#protocol/market-data/entities/market.ts';
import { favourites, toggleFavourite } from '#app/platform/storage/favourites.ts';
import { useFeature } from '#app/platform/session/launch-config.ts';
import { useObservable } from '#app/platform/observable.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { ScreenSkeleton } from '#app/ui/layout/ScreenSkeleton.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { contractChoice } from '../contracts/book/contract-choice.ts';
import { loadLargerChart } from '../contracts/book/larger-chart.ts';
import { PairSheet } from '../pairs/pair-sheet.tsx';
import { pairOf, pairsQuery } from '../pairs/queries.ts';
import { goldBase, useChartChoice } from './chart-choice.ts';
import { type FullScreen, FullScreenChart, useFullScreen } from './full-screen-chart.tsx';
import { IndicatorRow } from './indicator-row.tsx';
import { IntervalRow } from './intervals/intervals.tsx';
import css from './kline-screen.module.css';
import { KlineView } from './kline-view.tsx';
import { MarketTabs } from './market-tabs.tsx';
import { PairHero } from './pair-hero.tsx';
import { SettingsSheet } from './settings-sheet.tsx';
import { refreshMarket } from './stream-candle-source.ts';
import { NotLoaded } from '../loading/not-loaded.tsx';
import { laterPart } from '../shell/later-part.tsx';

const ContractKlineScreen = laterPart(loadLargerChart, 'ContractKlineScreen', ChartPage);

/** The K-line screen of a pair, of an index that contracts follow, or of a contract. */
export function KlineScreen({ pairId }: { pairId: string }) {
  const { t } = useLingui();
  const pairs = useQuery(pairsQuery);
  const hasContracts = useFeature('contracts');
  const full = useFullScreen();
  if (pairs.data === undefined) {
    return (
      <ChartPage>
        <NotLoaded query={pairs} title={t`Pairs did not load`}>
          <ChartSkeleton />
        </NotLoaded>
      </ChartPage>
    );
  }
  const pair = pairOf(pairs.data, pairId);
  const index = pair ?? pairs.data.indices.find(({ id }) => id === pairId) ?? null;
  if (index === null) {
    const waiting = (
      <ChartPage>
        <ChartSkeleton />
      </ChartPage>
    );
    return hasContracts ? (
      <Suspense fallback={waiting}>
        <ContractKlineScreen id={pairId} full={full} waiting={waiting} otherwise={<NotListed />} />
      </Suspense>
    ) : (
      <NotListed />
    );
  }
  return <ChartScreen key={index.id} charted={index} pair={pair} pairs={pairs.data.list} full={full} />;
}

/** The page while it is not known what is charted. */
function ChartPage({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  return <Page title={t`Chart`}>{children}</Page>;
}

function NotListed() {
  const { t } = useLingui();
  return (
    <ChartPage>
      <EmptyState
        icon={CandlestickChart}
        title={t`This pair is not listed`}
        text={t`Choose another one from the markets.`}
        action={<Button href="#/pages/home/market">{t`Open markets`}</Button>}
      />
    </ChartPage>
  );
}

function ChartSkeleton() {
  return <ScreenSkeleton blocks={[84, 400]} loose />;
}

interface ChartScreenProps {
  readonly charted: Pair | ChartedIndex;
  /** Null for an index. */
  readonly pair: Pair | null;
  readonly pairs: readonly Pair[];
  readonly full: FullScreen;
}

function ChartScreen({ charted, pair, pairs, full }: ChartScreenProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const client = useQueryClient();
  const choice = useChartChoice(charted.base === goldBase);
  const hasSpot = useFeature('spot');
  const starred = useObservable(favourites).includes(charted.id);
  const [open, setOpen] = useState<'pairs' | 'settings' | null>(null);
  const title = `${charted.base}/${charted.quote}`;
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
          {pair !== null && (
            <IconButton
              icon={Star}
              tone="warn"
              pressed={starred}
              label={t`Favourite`}
              onClick={() => toggleFavourite(pair.id)}
            />
          )}
          <IconButton icon={Maximize} label={t`Full screen`} onClick={full.enter} />
        </>
      }
      onRefresh={refresh}
      bottom={pair === null ? <FollowerButton index={charted} /> : hasSpot && <TradeButtons pair={pair} />}
    >
      <PairHero pair={charted} traded={pair !== null} />
      <IntervalRow choice={choice} onSettings={() => setOpen('settings')} />
      <KlineView pair={charted} choice={choice} size="frame" />
      <IndicatorRow indicators={choice.indicators} />
      {pair === null ? <IndexNote /> : <MarketTabs pair={pair} />}
      <FullScreenChart
        screen={full}
        pair={charted}
        choice={choice}
        onPairs={() => setOpen('pairs')}
        onSettings={() => setOpen('settings')}
      />
      <PairSheet open={open === 'pairs'} onClose={close} pairs={pairs} value={charted.id} onPick={pick} />
      <SettingsSheet open={open === 'settings'} onClose={close} choice={choice} />
    </Page>
  );
}

/** What an index is, in the place of book and trades that it does not have. */
function IndexNote() {
  return (
    <p className={css['note']}>
      <Trans>
        This is an index: the price of other markets. It has no book and is not traded itself; contracts follow it.
        Between two sessions it stands still.
      </Trans>
    </p>
  );
}

/** Leads to a contract that follows an index. */
function FollowerButton({ index }: { index: ChartedIndex }) {
  const { gold } = useObservable(contractChoice);
  const title = `${index.base}/${index.quote}`;
  return (
    <Button kind="primary" href={`#/pages/lever/lever?contract=${gold}`}>
      <Trans>Trade {title} contracts</Trans>
    </Button>
  );
}

/** Leads to the trade screen of a pair, with the side chosen. */
function TradeButtons({ pair }: { pair: Pair }) {
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
