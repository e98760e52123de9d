import { useLingui } from '@lingui/react/macro';
import { useMemo, useState } from 'react';
import { firstPairs } from '#protocol/core/first-data.ts';
import { serverNow } from '#app/platform/api/server-clock.ts';
import { firstData } from '#app/platform/session/first-data.ts';
import { TabPanel, Tabs } from '#app/ui/layout/Tabs.tsx';
import { firstSort, ofBoard, sorted } from '../market/boards.ts';
import { type Listed, listedPairs } from '../market/queries.ts';
import { Carousel } from './carousel.tsx';
import { LatestNews } from './latest-news.tsx';
import { PairList, usePairBoard } from './pair-list.tsx';
import type { PairLine } from './pair-rows.tsx';
import css from './visitor-below.module.css';

/** The lower part of a visitor's home. */
export default function VisitorBelow() {
  return (
    <>
      <Carousel />
      <HotPairs />
      <LatestNews />
    </>
  );
}

const group = 'hot';
const rowsShown = firstPairs;

/** The pairs with the most turnover, or with the largest gains, live. */
function HotPairs() {
  const { t } = useLingui();
  const [tab, setTab] = useState<'hot' | 'gainers'>('hot');
  const from = usePairBoard();
  const { pairs, board } = from;
  const rows = useMemo(() => {
    const listed = listedPairs(pairs.data, board.data);
    if (listed !== null) return shown(listed, tab);
    return tab === 'hot' ? firstRows : null;
  }, [pairs.data, board.data, tab]);
  return (
    <section className={css['hot']} aria-label={t`Market`}>
      <Tabs
        label={t`Market`}
        group={group}
        value={tab}
        onChange={setTab}
        items={[
          { id: 'hot', label: t`Hot` },
          { id: 'gainers', label: t`Gainers` },
        ]}
      />
      <TabPanel group={group} value={tab}>
        <div className={css['rows']}>
          <PairList from={from} rows={rows} expected={rowsShown} />
        </div>
      </TabPanel>
    </section>
  );
}

/** The rows that came with the page, until all pairs are here. */
const firstRows: readonly PairLine[] | null =
  firstData === null || firstData.pairs.length === 0
    ? null
    : firstData.pairs.map(({ line, last, change, ...pair }) => ({ pair, ticker: { last, change }, line }));

function shown(listed: readonly Listed[], tab: 'hot' | 'gainers'): readonly Listed[] {
  const board = tab === 'hot' ? 'spot' : 'gainers';
  const own = ofBoard(listed, { board, tag: null, favourites: [], nowMs: serverNow() });
  return sorted(own, firstSort(board)).slice(0, rowsShown);
}
