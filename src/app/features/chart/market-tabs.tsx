import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import { TabPanel, Tabs } from '#app/ui/layout/Tabs.tsx';
import { CoinArticle } from './coin-article.tsx';
import { BookPanel, DepthPanel } from './depth-view.tsx';
import { TradesPanel } from './trades-panel.tsx';

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
