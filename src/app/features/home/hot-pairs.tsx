import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { firstPairs } from '../../../protocol/first-data.ts';
import { useFailureText } from '../../platform/api/refusal-text.ts';
import { firstData } from '../../platform/session/first-data.ts';
import { serverNow } from '../../platform/api/server-clock.ts';
import { ErrorState } from '../../ui/layout/EmptyState.tsx';
import { SkeletonRow } from '../../ui/layout/Skeleton.tsx';
import { TabPanel, Tabs } from '../../ui/layout/Tabs.tsx';
import { firstSort, ofBoard, sorted } from '../market/boards.ts';
import { boardQuery, listedPairs, type Listed } from '../market/queries.ts';
import { pairsQuery } from '../pairs/queries.ts';
import css from './hot-pairs.module.css';
import { type PairLine, PairRows } from './pair-rows.tsx';

const group = 'hot';
const rowsShown = firstPairs;

/** The pairs with the most turnover, or with the largest gains, live. */
export function HotPairs() {
  const { t } = useLingui();
  const [tab, setTab] = useState<'hot' | 'gainers'>('hot');
  const pairs = useQuery(pairsQuery);
  const board = useQuery(boardQuery);
  const failure = useFailureText(pairs.error ?? board.error);
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
          {rows !== null && <PairRows listed={rows} label={t`Pairs`} />}
          {rows === null && failure === null && <SkeletonRow count={rowsShown} />}
          {rows === null && failure !== null && (
            <ErrorState
              title={<Trans>The prices did not load</Trans>}
              text={failure}
              retrying={pairs.isFetching || board.isFetching}
              onRetry={() => void Promise.all([pairs.refetch(), board.refetch()])}
            />
          )}
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
