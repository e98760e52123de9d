import { useImperativeHandle, useRef, type ReactNode, type Ref } from 'react';
import { classNames } from '../class-names.ts';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';
import css from './DepthRow.module.css';

export interface DepthRowHandle {
  /** Writes a row of the book straight into the page: texts as shown, depth as a share of 0 to 1, own orders or not. */
  set: (price: string, amount: string, depth: number, mine?: boolean) => void;
}

interface DepthRowProps {
  ref?: Ref<DepthRowHandle>;
  side: 'bid' | 'ask';
  price: string;
  amount: string;
  /** Cumulative share of the deepest row, 0 to 1. */
  depth: number;
  /** Mirrored, for the left column of a two-column book: the bar grows from the middle. */
  mirrored?: boolean;
  /** Where the bar starts: `left` for the right column of a two-column book. Default `right`. */
  from?: 'left' | 'right';
  /** One of the user's own orders rests at this price. */
  mine?: boolean;
  stale?: boolean;
  /** Fills the price field; it never sends an order. Gets the price as the row shows it now. */
  onPick?: (price: string) => void;
  /** What a tap does, for readers: "Use price". */
  pickLabel?: string;
}

function write(element: HTMLElement | null, text: string): void {
  const node = element?.firstChild;
  if (node) {
    if (node.nodeValue !== text) node.nodeValue = text;
  } else if (element) element.textContent = text;
}

const widthOf = (depth: number) => `scaleX(${depth.toFixed(3)})`;

/** One price of the order book over its depth bar. The 24 px height is allowed because a tap only fills a field. */
export function DepthRow(props: DepthRowProps) {
  const { ref, side, depth, mirrored = false, from = 'right', mine = false, stale = false, onPick, pickLabel } = props;
  const row = useRef<HTMLElement>(null);
  const bar = useRef<HTMLElement>(null);
  const price = useRef<HTMLSpanElement>(null);
  const amount = useRef<HTMLSpanElement>(null);
  useImperativeHandle(ref, () => ({
    set(nextPrice, nextAmount, nextDepth, nextMine) {
      write(price.current, nextPrice);
      write(amount.current, nextAmount);
      // Of the bar alone: a property that its row handed down would style all of the row again.
      if (bar.current !== null) bar.current.style.transform = widthOf(nextDepth);
      if (nextMine !== undefined) row.current?.toggleAttribute('data-mine', nextMine);
    },
  }));
  const className = classNames(
    css['row'],
    css[side],
    mirrored && css['mirrored'],
    from === 'left' && css['fromLeft'],
    stale && css['stale'],
  );
  const content = (
    <>
      <i ref={bar} className={css['bar']} style={{ transform: widthOf(depth) }} />
      <span ref={price} className={css['price']}>
        {props.price}
      </span>
      <span ref={amount}>{props.amount}</span>
    </>
  );
  if (!onPick) {
    return (
      <div ref={row as Ref<HTMLDivElement>} className={className} data-mine={mine ? '' : undefined}>
        {content}
      </div>
    );
  }
  return (
    <button
      ref={row as Ref<HTMLButtonElement>}
      type="button"
      className={className}
      data-mine={mine ? '' : undefined}
      title={pickLabel}
      onClick={() => onPick(price.current?.textContent ?? props.price)}
    >
      {content}
    </button>
  );
}

/** The heads of the book's columns: name and unit, one below the other. */
export function DepthHead({ left, right }: { left: ReactNode; right: ReactNode }) {
  return (
    <div className={css['head']}>
      <span>{left}</span>
      <span>{right}</span>
    </div>
  );
}

interface RatioProps {
  /** Share of the first side, 0 to 1. */
  share: number;
  /** "54%" and "46%", as shown at the ends. */
  left: string;
  right: string;
  /** The whole as text for screen readers: "54% bids, 46% asks". */
  label: string;
  stale?: boolean;
}

/** Two shares against each other: bids and asks, up and down pool. */
export function Ratio({ share, left, right, label, stale = false }: RatioProps) {
  return (
    <div className={classNames(css['ratio'], stale && css['stale'])}>
      <VisuallyHidden>{label}</VisuallyHidden>
      <span className={css['up']} aria-hidden>
        {left}
      </span>
      <span className={css['bars']}>
        <i className={css['upBar']} style={{ flexGrow: share }} />
        <i className={css['downBar']} style={{ flexGrow: 1 - share }} />
      </span>
      <span className={css['down']} aria-hidden>
        {right}
      </span>
    </div>
  );
}
