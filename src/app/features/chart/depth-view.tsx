import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import { depthLevelsMax } from '#protocol/core/limits.ts';
import type { DepthChart } from '#app/chart/depth/depth-chart.ts';
import { createDepthChart } from '#app/chart/depth/depth-chart.ts';
import type { DepthRow as BookRow, DepthView as BookView } from '#app/platform/stream/book.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { useDepth, useIsPolled, useStale } from '#app/platform/stream/stream-hooks.ts';
import { DepthRow } from '#app/ui/lists/DepthRow.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { Skeleton } from '#app/ui/layout/Skeleton.tsx';
import css from './depth-view.module.css';
import { useChartFormat } from './kline-view.tsx';

/** Rows of the two-column book. */
const rowsShown = 20;

/** Depth: which side is heavier, the curve, and the best levels below it. */
export function DepthPanel({ pair }: { pair: Pair }) {
  const book = useDepth(pair.id, depthLevelsMax);
  const stale = useStale(`depth:${pair.id}`);
  return <DepthOfBook pair={pair} book={book} stale={stale} />;
}

/** What a book needs to know of what it trades. */
type BookedPair = Pick<Pair, 'id' | 'base' | 'priceDecimals' | 'amountDecimals'>;

/** The depth of any book. @param book null before it is published */
export function DepthOfBook({ pair, book, stale }: { pair: BookedPair; book: BookView | null; stale: boolean }) {
  const { t } = useLingui();
  if (book === null) return <BookSkeleton />;
  if (book.bids.length === 0 && book.asks.length === 0) return <EmptyState title={t`No orders in the book`} />;
  const bids = book.bids.at(-1)?.total ?? 0;
  const asks = book.asks.at(-1)?.total ?? 0;
  const share = bids + asks > 0 ? Math.round((bids / (bids + asks)) * 100) : 50;
  return (
    <>
      <p className={css['shares']}>
        <span data-side="bid">
          <Trans>Bids</Trans> <b>{share}%</b>
        </span>
        <span data-side="ask">
          <b>{100 - share}%</b> <Trans>Asks</Trans>
        </span>
      </p>
      <DepthCurveView pair={pair} book={book} stale={stale} />
      <BookTable pair={pair} book={book} stale={stale} rows={rowsShown / 2} />
    </>
  );
}

/** The book alone. */
export function BookPanel({ pair }: { pair: Pair }) {
  const { t } = useLingui();
  const book = useDepth(pair.id, rowsShown);
  const stale = useStale(`depth:${pair.id}`);
  if (book === null) return <BookSkeleton />;
  if (book.bids.length === 0 && book.asks.length === 0) return <EmptyState title={t`No orders in the book`} />;
  return <BookTable pair={pair} book={book} stale={stale} rows={rowsShown} />;
}

function levels(rows: readonly BookRow[]) {
  return rows.map((row) => ({ price: Number(row.price), total: row.total }));
}

function DepthCurveView({ pair, book, stale }: { pair: BookedPair; book: BookView; stale: boolean }) {
  const { t } = useLingui();
  const host = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<DepthChart | null>(null);
  const format = useChartFormat(pair.priceDecimals);
  useEffect(() => {
    if (host.current === null) return;
    const made = createDepthChart(host.current, {
      format,
      unit: pair.base,
      label: t`Depth of the book: bids at left, asks at right`,
    });
    setChart(made);
    return () => made.destroy();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the chart is made once per pair; formats reach it through the effect below
  }, [pair.id]);
  useEffect(() => chart?.setFormat(format), [chart, format]);
  useEffect(() => chart?.setBook(levels(book.bids), levels(book.asks)), [chart, book]);
  useEffect(() => chart?.setStale(stale), [chart, stale]);
  return <div ref={host} className={css['curve']} />;
}

function BookTable({ pair, book, stale, rows }: { pair: BookedPair; book: BookView; stale: boolean; rows: number }) {
  const bids = book.bids.slice(0, rows);
  const asks = book.asks.slice(0, rows);
  const deepest = Math.max(bids.at(-1)?.total ?? 0, asks.at(-1)?.total ?? 0, Number.MIN_VALUE);
  const row = (side: 'bid' | 'ask') => (level: BookRow) => (
    <DepthRow
      key={level.price}
      side={side}
      price={formatNumber(level.price, { decimals: pair.priceDecimals })}
      amount={formatNumber(level.amount, { decimals: pair.amountDecimals })}
      depth={level.total / deepest}
      mirrored={side === 'bid'}
      from={side === 'bid' ? 'right' : 'left'}
      stale={stale}
    />
  );
  return (
    <div className={css['book']}>
      <div className={css['head']} aria-hidden>
        <span>
          <Trans>Amount {pair.base}</Trans>
        </span>
        <span>
          <Trans>Bid</Trans>
        </span>
        <span>
          <Trans>Ask</Trans>
        </span>
        <span>
          <Trans>Amount {pair.base}</Trans>
        </span>
      </div>
      <div className={css['column']}>{bids.map(row('bid'))}</div>
      <div className={css['column']}>{asks.map(row('ask'))}</div>
    </div>
  );
}

function BookSkeleton() {
  const { t } = useLingui();
  if (useIsPolled()) return <EmptyState title={t`The order book needs live data.`} />;
  return (
    <div className={css['waiting']} aria-busy>
      {Array.from({ length: 10 }, (_, at) => (
        <Skeleton key={at} height="18px" />
      ))}
    </div>
  );
}
