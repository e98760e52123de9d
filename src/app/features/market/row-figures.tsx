import { ChangePill } from '#app/ui/numbers/ChangePill.tsx';
import { PriceText } from '#app/ui/numbers/PriceText.tsx';
import { Sparkline } from '#app/ui/numbers/Sparkline.tsx';
import type { LiveCells } from './live-cells.ts';
import css from './market-row.module.css';

interface RowFiguresProps {
  readonly cells: Omit<LiveCells, 'volume'>;
  /** Prices of the last day, for the line. */
  readonly line: readonly number[];
  /** The figures are old. */
  readonly old: boolean;
}

/** The right of a row of the market: the last day as a line, the price and its change as they run. */
export function RowFigures({ cells: { price, change, ...cells }, line, old }: RowFiguresProps) {
  return (
    <>
      <Sparkline values={line} direction={cells.direction} width={46} height={22} />
      <span className={css['price']}>
        <PriceText ref={price} text={cells.priceText} stale={old || cells.stale} />
      </span>
      <ChangePill ref={change} direction={cells.direction}>
        {cells.changeText}
      </ChangePill>
    </>
  );
}
