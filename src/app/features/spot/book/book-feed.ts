import { useEffect, useRef, type RefObject } from 'react';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import type { Order } from '#protocol/spot/entities.ts';
import { depthLevelsMax } from '#protocol/core/limits.ts';
import { formatCompact, formatNumber } from '#app/platform/format/number-format.ts';
import { stream } from '#app/platform/stream/stream.ts';
import { type BookLine, type BookLines, writeLine } from '#app/features/order-entry/book/book-lines.tsx';
import { depthShare, groupLevels, groupOf, type GroupedRow, placesOfStep } from './grouping.ts';

interface BookFeedOptions {
  readonly pair: Pair;
  readonly step: string;
  /** Own open orders of the pair. */
  readonly orders: readonly Order[];
}

function ownGroups(orders: readonly Order[], side: 'bids' | 'asks', step: string): ReadonlySet<string> {
  const own = new Set<string>();
  for (const order of orders) {
    if (order.price !== null && (order.side === 'buy') === (side === 'bids')) own.add(groupOf(order.price, side, step));
  }
  return own;
}

/** Whole figures past this many characters would leave their column: they are written in short. */
const amountLengthMax = 8;

/** A quantity with the places of the lot, or in short where it is too long for a row. */
function amountText(amount: string, decimals: number): string {
  const text = formatNumber(amount, { decimals });
  return text.length > amountLengthMax ? formatCompact(amount) : text;
}

function writeSide(
  lines: readonly BookLine[],
  rows: readonly GroupedRow[],
  deepest: bigint,
  options: { pair: Pair; decimals: number; own: ReadonlySet<string> },
): void {
  for (const [at, line] of lines.entries()) {
    const row = rows[at];
    writeLine(
      line,
      row === undefined
        ? null
        : {
            price: row.price,
            priceText: formatNumber(row.price, { decimals: options.decimals }),
            amountText: amountText(row.amount, options.pair.amountDecimals),
            share: depthShare(row.depth, deepest),
            mine: options.own.has(row.price),
          },
    );
  }
}

/** Writes the current book into its lines. */
function writeBook(lines: BookLines, { pair, step, orders }: BookFeedOptions): void {
  const view = stream.view<'depth'>(`depth:${pair.id}`)?.view(depthLevelsMax);
  const bids = groupLevels(view?.bids ?? [], 'bids', step, lines.bids.length);
  const asks = groupLevels(view?.asks ?? [], 'asks', step, lines.asks.length);
  const deepestBid = bids.at(-1)?.depth ?? 0n;
  const deepestAsk = asks.at(-1)?.depth ?? 0n;
  const deepest = deepestBid > deepestAsk ? deepestBid : deepestAsk;
  const decimals = placesOfStep(step);
  writeSide(lines.bids, bids, deepest, { pair, decimals, own: ownGroups(orders, 'bids', step) });
  writeSide(lines.asks, asks, deepest, { pair, decimals, own: ownGroups(orders, 'asks', step) });
}

/**
 * Keeps the lines as the book is, frame by frame, without rendering React: only texts and bars that changed are
 * written.
 */
export function useBookFeed(lines: RefObject<BookLines>, options: BookFeedOptions): void {
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
    writeBook(lines.current, options);
  });
  const topic = `depth:${options.pair.id}` as const;
  useEffect(() => stream.subscribe(topic, () => writeBook(lines.current, latest.current)), [topic, lines]);
}
