import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { DepthRow, type DepthRowHandle } from '#app/ui/lists/DepthRow.tsx';
import css from './book.module.css';

/** One line of the book on the screen: where it is written, and which price it shows now. */
export interface BookLine {
  handle: DepthRowHandle | null;
  price: string;
}

/** Both sides, best first. */
export interface BookLines {
  readonly bids: readonly BookLine[];
  readonly asks: readonly BookLine[];
}

/** Empty lines of both sides. */
export function newLines(bids: number, asks: number): BookLines {
  const of = (count: number) => Array.from({ length: count }, (): BookLine => ({ handle: null, price: '' }));
  return { bids: of(bids), asks: of(asks) };
}

/** A level as a line of the book shows it. */
interface ShownLevel {
  readonly price: string;
  readonly priceText: string;
  readonly amountText: string;
  /** Quantity down to it, 0 to 1 of the deepest level shown. */
  readonly share: number;
  /** An own order rests at it. */
  readonly mine: boolean;
}

/** Writes a level into a line without rendering React; null empties the line. */
export function writeLine(line: BookLine, level: ShownLevel | null): void {
  line.price = level?.price ?? '';
  if (level === null) line.handle?.set('\u00a0', '\u00a0', 0, false);
  else line.handle?.set(level.priceText, level.amountText, level.share, level.mine);
}

interface BookRowsProps {
  readonly lines: BookLines;
  readonly stale: boolean;
  /** Content between asks and bids. */
  readonly middle: ReactNode;
  /** A level was tapped; its price goes to the form. */
  readonly onPick: (price: string) => void;
}

/**
 * The rows of a book that `writeLine` fills: asks, what is between, bids. A tap takes the price that a row shows now.
 */
export function BookRows({ lines, stale, middle, onPick }: BookRowsProps) {
  const { t } = useLingui();
  const row = (side: 'bid' | 'ask', line: BookLine, at: number) => (
    <DepthRow
      key={at}
      ref={(handle) => {
        line.handle = handle;
      }}
      side={side}
      price={'\u00a0'}
      amount={'\u00a0'}
      depth={0}
      stale={stale}
      pickLabel={t`Use this price`}
      onPick={() => {
        if (line.price !== '') onPick(line.price);
      }}
    />
  );
  return (
    <>
      <div className={css['asks']}>{lines.asks.map((line, at) => row('ask', line, at))}</div>
      {middle}
      <div>{lines.bids.map((line, at) => row('bid', line, at))}</div>
    </>
  );
}
