import { useLingui, Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import { TabPanel, Tabs } from '#app/ui/layout/Tabs.tsx';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { useTrades } from '#app/platform/stream/stream-hooks.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { Skeleton } from '#app/ui/layout/Skeleton.tsx';
import { VisuallyHidden } from '#app/ui/layout/VisuallyHidden.tsx';
import { CoinArticle } from './coin-article.tsx';
import { BookPanel, DepthPanel } from './depth-view.tsx';
import css from './market-tabs.module.css';

type Tab = 'book' | 'depth' | 'trades' | 'about';

/** Book, depth, trades and what the coin is. Only the one that is seen holds its topic. */
export function MarketTabs({ pair }: { pair: Pair }) {
  const { t } = useLingui();
  const [tab, setTab] = useState<Tab>('depth');
  return (
    <>
      <Tabs<Tab>
        label={t`Market data`}
        group="market-data"
        items={[
          { id: 'book', label: t`Book` },
          { id: 'depth', label: t`Depth` },
          { id: 'trades', label: t`Trades` },
          { id: 'about', label: t`About ${pair.base}` },
        ]}
        value={tab}
        onChange={setTab}
      />
      <TabPanel group="market-data" value={tab}>
        {tab === 'book' && <BookPanel pair={pair} />}
        {tab === 'depth' && <DepthPanel pair={pair} />}
        {tab === 'trades' && <TradesPanel pair={pair} />}
        {tab === 'about' && <CoinArticle asset={pair.base} />}
      </TabPanel>
    </>
  );
}

/** Trades in the list; more would only be scrolled past. */
const tradesShown = 40;

/** The latest public trades, newest first. */
function TradesPanel({ pair }: { pair: Pair }) {
  const { t } = useLingui();
  const trades = useTrades(pair.id);
  if (trades === null) {
    return (
      <div className={css['waiting']} aria-busy>
        {Array.from({ length: 10 }, (_, at) => (
          <Skeleton key={at} height="18px" />
        ))}
      </div>
    );
  }
  if (trades.length === 0) return <EmptyState title={t`No trades yet`} />;
  return (
    <table className={css['trades']}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Price {pair.quote}</Trans>
          </th>
          <th scope="col">
            <Trans>Amount {pair.base}</Trans>
          </th>
          <th scope="col">
            <Trans>Time</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {trades.slice(0, tradesShown).map((trade) => (
          <tr key={trade.id}>
            <td data-side={trade.side}>
              <VisuallyHidden>{trade.side === 'buy' ? t`Buy` : t`Sell`}</VisuallyHidden>
              {formatNumber(trade.price, { decimals: pair.priceDecimals })}
            </td>
            <td>{formatNumber(trade.amount, { decimals: pair.amountDecimals })}</td>
            <td>{formatTime(trade.at, 'seconds')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
