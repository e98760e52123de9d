import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CandlestickChart, ChevronDown, Ellipsis, Maximize } from 'lucide-react';
import { Suspense, useCallback, useEffect, useState } from 'react';
import type { CallOutput } from '#protocol/calls.ts';
import type { Pair, Side } from '#protocol/market-data/entities/market.ts';
import { whenIdle } from '#app/platform/device/when-idle.ts';
import { directionOf, formatPercent } from '#app/platform/format/number-format.ts';
import { useObservable } from '#app/platform/observable.ts';
import { loadCatalog } from '#app/platform/language/language.ts';
import { refreshStream } from '#app/platform/stream/stream.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { ChangeText } from '#app/ui/numbers/ChangePill.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { Skeleton, SkeletonRow } from '#app/ui/layout/Skeleton.tsx';
import { TabPanel, Tabs } from '#app/ui/layout/Tabs.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { PairSheet } from '../pairs/pair-sheet.tsx';
import { usePairTicker } from '../pairs/pair-ticker.ts';
import { pairOf, pairsQuery } from '../pairs/queries.ts';
import wideCss from '../order-entry/wide/wide.module.css';
import { useRoom } from '../order-entry/wide/use-room.ts';
import { Holdings } from './orders/holdings.tsx';
import { OpenOrders, useOpenOrders } from './orders/open-orders.tsx';
import { OwnAmountsEye } from '../order-entry/own-amount.tsx';
import { WhenOn } from '../switches/when-on.tsx';
import { ProductSwitch } from './product-switch.tsx';
import { SpotPanel } from './spot-panel.tsx';
import { changeSpotChoice, spotChoice } from './entry-choice.ts';
import css from './spot-screen.module.css';
import { NotLoaded } from '../loading/not-loaded.tsx';
import { laterPart, laterSheet } from '../shell/later-part.tsx';

// What is behind a tap comes after the panel itself, but before it is needed: without a network it must be there.
const loadHistory = () => import('./orders/order-history.tsx');
const loadMore = () => import('./more-sheet.tsx');
// Only where there is room for them.
const WidePairs = laterPart(() => import('./wide/wide-pairs.tsx'), 'WidePairs');
const WideChart = laterPart(async () => {
  const [chart] = await Promise.all([import('./wide/wide-chart.tsx'), loadCatalog('chart')]);
  return chart;
}, 'WideChart');
const OrderHistory = laterPart(loadHistory, 'OrderHistory');
const MoreSheet = laterSheet(loadMore, 'MoreSheet');

// Only before a pair opens.
const AuctionCard = laterPart(() => import('./auction-card.tsx'), 'AuctionCard');
const auctionEveryMs = 2_000;

/** What the address asks for; what is missing is as it was last. */
export interface SpotSearch {
  readonly pair?: string;
  readonly side?: Side;
  readonly price?: string;
}

/** The trade screen: order form, book, and what is open, held and done. */
export function SpotScreen({ search }: { search: SpotSearch }) {
  const { t } = useLingui();
  const choice = useObservable(spotChoice);
  const pairId = search.pair ?? choice.pair;
  const pairs = useQuery({ ...pairsQuery, refetchInterval: ({ state }) => refetchEvery(state.data, pairId) });
  useEffect(() => {
    changeSpotChoice({ pair: pairId, ...(search.side === undefined ? {} : { side: search.side }) });
  }, [pairId, search.side]);
  if (pairs.data === undefined) {
    return (
      <Page title={t`Trade`}>
        <NotLoaded query={pairs} title={t`Pairs did not load`}>
          <div className={css['waiting']} aria-busy>
            <Skeleton height="360px" />
            <Skeleton height="360px" />
          </div>
        </NotLoaded>
      </Page>
    );
  }
  const pair = pairOf(pairs.data, pairId);
  if (pair === null) {
    return (
      <Page title={t`Trade`}>
        <EmptyState
          icon={CandlestickChart}
          title={t`This pair is not listed`}
          text={t`Choose another one.`}
          action={
            <Button wide={false} href="#/pages/trade/trade?pair=BTCUSDT">
              {t`Open BTC/USDT`}
            </Button>
          }
        />
      </Page>
    );
  }
  return <PairTrade key={pair.id} pair={pair} pairs={pairs.data.list} firstPrice={search.price ?? null} />;
}

/** A pair that opens soon is asked for again, so that the screen changes with it. */
function refetchEvery(known: CallOutput<'GET common/symbolsList'> | undefined, id: string): number | false {
  const pair = known === undefined ? null : pairOf(known, id);
  return pair?.state === 'auction' ? auctionEveryMs : false;
}

interface PairTradeProps {
  readonly pair: Pair;
  readonly pairs: readonly Pair[];
  readonly firstPrice: string | null;
}

function PairTrade({ pair, pairs, firstPrice }: PairTradeProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [open, setOpen] = useState<'pairs' | 'more' | null>(null);
  const [idle, setIdle] = useState(false);
  const room = useRoom();
  useEffect(() => {
    whenIdle(() => {
      setIdle(true);
      void Promise.allSettled([loadHistory(), loadMore()]);
    });
  }, []);
  const close = useCallback(() => setOpen(null), []);
  const title = `${pair.base}/${pair.quote}`;
  const refresh = () => {
    refreshStream();
    return client.refetchQueries({ type: 'active' });
  };
  const pick = (id: string) => {
    close();
    void navigate({ to: '/pages/trade/trade', search: { pair: id }, replace: true });
  };
  return (
    <Page
      title={t`Trade ${title}`}
      lead={<PairButton pair={pair} onClick={() => setOpen('pairs')} />}
      actions={
        <>
          <IconButton
            icon={room === null ? CandlestickChart : Maximize}
            label={t`Chart`}
            href={`#/pages/market/kline?pair=${pair.id}`}
          />
          <IconButton icon={Ellipsis} label={t`More`} onClick={() => setOpen('more')} />
        </>
      }
      onRefresh={refresh}
    >
      <ProductSwitch current="spot" />
      {/* Form and lists keep their place in the tree, so that another width of the window keeps what is in them. */}
      <div className={wideCss['wide']} data-room={room ?? undefined}>
        <Beside room={room} pair={pair} pairs={pairs} onPick={pick} />
        {pair.state === 'auction' && (
          <Suspense fallback={<Skeleton height="132px" />}>
            <AuctionCard pair={pair} />
          </Suspense>
        )}
        <WhenOn feature="spot">
          <SpotPanel
            pair={pair}
            firstPrice={firstPrice}
            onView={({ status }) =>
              void navigate({ to: '/pages/trade/entrust', search: status === 'open' ? {} : { state: 'history' } })
            }
          />
        </WhenOn>
        <div className={wideCss['lists']}>
          <Lists pair={pair} pairs={pairs} />
        </div>
      </div>
      <PairSheet open={open === 'pairs'} onClose={close} pairs={pairs} value={pair.id} onPick={pick} />
      <Suspense>
        {(idle || open === 'more') && <MoreSheet open={open === 'more'} onClose={close} pair={pair} />}
      </Suspense>
    </Page>
  );
}

interface BesideProps {
  readonly room: ReturnType<typeof useRoom>;
  readonly pair: Pair;
  readonly pairs: readonly Pair[];
  readonly onPick: (id: string) => void;
}

/** What a wide window shows beside form and lists: the chart, and on a desktop the pairs. */
function Beside({ room, pair, pairs, onPick }: BesideProps) {
  const { t } = useLingui();
  if (room === null) return null;
  return (
    <>
      {room === 'desktop' && (
        <nav className={wideCss['pairs']} aria-label={t`Pairs`}>
          <Suspense>
            <WidePairs pairs={pairs} value={pair.id} onPick={onPick} />
          </Suspense>
        </nav>
      )}
      <section className={wideCss['chart']} aria-label={t`Chart`}>
        <Suspense>
          <WideChart pair={pair} />
        </Suspense>
      </section>
    </>
  );
}

function PairButton({ pair, onClick }: { pair: Pair; onClick: () => void }) {
  const { ticker, stale } = usePairTicker(pair.id);
  return (
    <button type="button" className={css['pair']} aria-haspopup="dialog" onClick={onClick}>
      <span className={css['name']}>
        {pair.base}/{pair.quote}
        <Icon of={ChevronDown} size="inline" />
      </span>
      <span className={css['change']} data-stale={stale || undefined}>
        {ticker === null ? (
          '\u00a0'
        ) : (
          <ChangeText direction={stale ? 0 : directionOf(ticker.change)}>{formatPercent(ticker.change)}</ChangeText>
        )}
      </span>
    </button>
  );
}

type List = 'open' | 'holdings' | 'history';

function Lists({ pair, pairs }: { pair: Pair; pairs: readonly Pair[] }) {
  const { t } = useLingui();
  const [list, setList] = useState<List>('open');
  const { orders } = useOpenOrders();
  return (
    <div className={css['lists']}>
      <Tabs<List>
        label={t`Orders and holdings`}
        group="trade-lists"
        items={[
          { id: 'open', label: t`Open orders`, count: orders.length },
          { id: 'holdings', label: t`Holdings` },
          { id: 'history', label: t`History` },
        ]}
        value={list}
        onChange={setList}
        action={<OwnAmountsEye size="row" tone="quiet" />}
      />
      <TabPanel group="trade-lists" value={list}>
        {list === 'open' && <OpenOrders pair={pair} pairs={pairs} />}
        {list === 'holdings' && <Holdings pairs={pairs} />}
        {list === 'history' && (
          <Suspense fallback={<SkeletonRow count={3} />}>
            <OrderHistory pairs={pairs} />
          </Suspense>
        )}
      </TabPanel>
    </div>
  );
}
