import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Skeleton } from '#app/ui/layout/Skeleton.tsx';
import { DepthHead, Ratio } from '#app/ui/lists/DepthRow.tsx';
import type { Direction } from '#app/ui/numbers/direction.ts';
import { PriceText } from '#app/ui/numbers/PriceText.tsx';
import css from './book.module.css';

interface BookFrameProps {
  /** The exchange has sent the book. */
  readonly known: boolean;
  /** The book cannot come now: nothing is waited for. */
  readonly away?: boolean;
  /** What prices are quoted in. */
  readonly priceUnit: ReactNode;
  readonly quantity: ReactNode;
  readonly quantityUnit: ReactNode;
  /** The rows of both sides, and the content between them. */
  readonly children: ReactNode;
  readonly ratio: ReactNode;
  /** How the book is shown. */
  readonly controls?: ReactNode;
}

/** An order book beside its form: heads, rows, which side is heavier, controls. */
export function BookFrame(props: BookFrameProps) {
  const { known, away = false, priceUnit, quantity, quantityUnit, children, ratio, controls } = props;
  const { t } = useLingui();
  return (
    <section className={css['book']} aria-label={t`Order book`} aria-busy={!known && !away}>
      <DepthHead
        left={
          <>
            <Trans>Price</Trans>
            <br />
            {priceUnit}
          </>
        }
        right={
          <>
            {quantity}
            <br />
            {quantityUnit}
          </>
        }
      />
      {children}
      <div className={known ? undefined : css['unknown']}>{ratio}</div>
      {controls}
    </section>
  );
}

/** A price of more characters takes the smaller size, so that it keeps to the column. */
const longPrice = 8;

interface MiddlePriceProps {
  readonly text: string;
  readonly direction: Direction;
  readonly stale: boolean;
  /** Shown beside the price. */
  readonly trailing?: ReactNode;
  /** Below it: what it is, or what it is worth. */
  readonly children: ReactNode;
}

/** The price between asks and bids. */
export function MiddlePrice({ text, direction, stale, trailing, children }: MiddlePriceProps) {
  return (
    <div className={css['last']}>
      <span className={css['price']} data-way={stale ? 0 : direction}>
        <PriceText
          size={text.length > longPrice ? 'm' : 'l'}
          coloured
          flash={false}
          direction={direction}
          stale={stale}
          text={text}
        />
        {trailing}
      </span>
      {children}
    </div>
  );
}

/** Shown below the price between the sides. */
export function PriceNote({ children }: { children: ReactNode }) {
  return <span className={css['worth']}>{children}</span>;
}

/** Where the price will stand. */
export function MiddleSkeleton() {
  return (
    <div className={css['last']}>
      <Skeleton width="110px" height="22px" />
    </div>
  );
}

/** Where rows will stand. */
export function RowsSkeleton({ count }: { count: number }) {
  return Array.from({ length: count }, (_, at) => (
    <div key={at} className={css['waitingRow']}>
      <Skeleton height="14px" />
    </div>
  ));
}

/** The place of rows that cannot come now, as high as they are. */
export function RowsAway({ count, children }: { count: number; children?: ReactNode }) {
  return Array.from({ length: count }, (_, at) => (
    <div key={at} className={css['waitingRow']}>
      {at === Math.floor((count - 1) / 2) && <p className={css['away']}>{children}</p>}
    </div>
  ));
}

/** Which side is heavier. @param bids whole percent of both sides */
export function BookRatio({ bids, stale }: { bids: number; stale: boolean }) {
  const { t } = useLingui();
  const asks = 100 - bids;
  return (
    <Ratio
      share={bids / 100}
      left={`${bids}%`}
      right={`${asks}%`}
      label={t`${bids}% bids, ${asks}% asks`}
      stale={stale}
    />
  );
}
