import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn, Star } from 'lucide-react';
import { startTransition, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { Ticker } from '#protocol/market-data/entities/market.ts';
import { favourites, toggleFavourite } from '#app/platform/storage/favourites.ts';
import { useObservable } from '#app/platform/observable.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { serverNow } from '#app/platform/api/server-clock.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { VirtualList } from '#app/ui/lists/VirtualList.tsx';
import { tickersQuery } from '../pairs/queries.ts';
import { ofBoard, sorted, withTickers, type BoardId, type Sort, type TagId } from './boards.ts';
import { MarketRow, MarketRowSkeletons } from './market-row.tsx';
import type { Listed } from './queries.ts';

/** Lists are put in order again at most this often, and never under a finger. */
const settleMs = 5_000;
/** After a touch or a scroll, the list keeps its order this long. */
const restMs = 1_000;

/** Whether the user touches or scrolls the page, or did a moment ago. */
function useHands(): () => boolean {
  const busyUntil = useRef(0);
  const fingers = useRef(new Set<number>());
  useEffect(() => {
    const rest = () => {
      busyUntil.current = performance.now() + restMs;
    };
    const down = ({ pointerId }: PointerEvent) => void fingers.current.add(pointerId);
    const up = ({ pointerId }: PointerEvent) => {
      fingers.current.delete(pointerId);
      rest();
    };
    const options = { passive: true, capture: true } as const;
    addEventListener('pointerdown', down, options);
    addEventListener('pointerup', up, options);
    addEventListener('pointercancel', up, options);
    addEventListener('scroll', rest, options);
    return () => {
      removeEventListener('pointerdown', down, options);
      removeEventListener('pointerup', up, options);
      removeEventListener('pointercancel', up, options);
      removeEventListener('scroll', rest, options);
    };
  }, []);
  return () => fingers.current.size > 0 || performance.now() < busyUntil.current;
}

/**
 * All tickers as they were a moment ago, for the order of a list: asked for every 5 seconds, and taken in while no
 * finger is down and nothing scrolls. A poll, because the stream of all pairs is many times as much for a phone to
 * receive.
 *
 * @param live false where the order does not hang on prices: then nothing is asked
 */
function useSettledTickers(live: boolean): ReadonlyMap<string, Ticker> | null {
  const [settled, setSettled] = useState<ReadonlyMap<string, Ticker> | null>(null);
  const { data } = useQuery({
    ...tickersQuery,
    enabled: live,
    refetchInterval: settleMs,
    notifyOnChangeProps: ['data'],
  });
  const handsOn = useHands();
  const isBusy = useRef(handsOn);
  useEffect(() => {
    isBusy.current = handsOn;
  });
  useEffect(() => {
    if (data === undefined || isBusy.current()) return;
    // A transition, so that putting the rows in order never keeps the page from answering.
    startTransition(() => setSettled(new Map(data.list.map((ticker) => [ticker.pair, ticker]))));
  }, [data]);
  return settled;
}

const rowHeight = 60;
const noRows: readonly Listed[] = [];
/** Rows that wait in the place of those to come. */
const waitingRows = 8;
/** Pairs that are offered to a user without favourites. */
const suggested = 3;

interface BoardViewProps {
  readonly listed: readonly Listed[];
  readonly board: BoardId;
  readonly sort: Sort;
  readonly tag: TagId | null;
}

/** The rows of one board in their order; of them, only those on the screen are drawn and follow the stream. */
export function BoardView({ listed, board, sort, tag }: BoardViewProps) {
  const { t } = useLingui();
  const starred = useObservable(favourites);
  const reachable = useReachable();
  const [nowMs] = useState(serverNow);
  const settled = useSettledTickers(sort.column !== 'name');
  const rows = useMemo(() => {
    const now = ofBoard(withTickers(listed, settled), { board, tag, favourites: starred, nowMs });
    // The order is of now, the entries are those that the rows have: a row that stays where it is renders nothing.
    const entries = new Map(listed.map((entry) => [entry.pair.id, entry]));
    return sorted(now, sort).flatMap(({ pair }) => entries.get(pair.id) ?? []);
  }, [listed, settled, board, tag, starred, nowMs, sort]);
  // The first rows come in a render that gives way to taps: all at once they would hold a slow phone for a third of a
  // second. From then on a tap on a heading sorts at once.
  const begun = useDeferredValue(rows, noRows).length > 0;
  if (rows.length === 0) return <EmptyBoard board={board} listed={listed} />;
  if (!begun) return <MarketRowSkeletons count={waitingRows} />;
  return (
    <VirtualList
      label={t`Pairs`}
      items={rows}
      keyOf={({ pair }) => pair.id}
      rowHeight={rowHeight}
      render={(entry) => <MarketRow entry={entry} starred={starred.includes(entry.pair.id)} old={!reachable} />}
    />
  );
}

function EmptyBoard({ board, listed }: { board: BoardId; listed: readonly Listed[] }) {
  if (board !== 'favourites') {
    return (
      <EmptyState
        icon={ChartNoAxesColumn}
        title={<Trans>No pairs here now</Trans>}
        text={<Trans>Prices move. Look again later, or choose another board.</Trans>}
      />
    );
  }
  const largest = sorted(listed, { column: 'volume', descending: true }).slice(0, suggested);
  const names = largest.map(({ pair }) => pair.base).join(', ');
  const add = () => {
    for (const { pair } of largest) toggleFavourite(pair.id);
  };
  return (
    <EmptyState
      icon={Star}
      title={<Trans>No favourites yet</Trans>}
      text={<Trans>Press and hold a pair to add it, or start with the largest ones.</Trans>}
      action={
        <Button kind="primary" onClick={add}>
          <Trans>Add {names}</Trans>
        </Button>
      }
    />
  );
}
