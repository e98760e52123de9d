import { useVirtualizer, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import css from './VirtualList.module.css';

export interface VirtualListProps<Item> {
  items: readonly Item[];
  /** Stable name of an item. */
  keyOf: (item: Item) => string | number;
  render: (item: Item, index: number) => ReactNode;
  /** Height of a row in CSS pixels; rows of other heights are measured. */
  rowHeight: number;
  /** What the list is, for readers. */
  label: string;
  /** The element that scrolls; the page itself by default. */
  scrollIn?: RefObject<HTMLElement | null>;
  /** Called when the end comes near: fetch the next page. */
  onEnd?: (() => void) | undefined;
  overscan?: number;
}

type Rows = Virtualizer<Window, Element> | Virtualizer<HTMLElement, Element>;

function Body<Item>({ list, rows, offset }: { list: VirtualListProps<Item>; rows: Rows; offset: number }) {
  const { items, keyOf, render, label, onEnd } = list;
  const shown = rows.getVirtualItems();
  const last = shown.at(-1)?.index ?? -1;
  const nearEnd = items.length > 0 && last >= items.length - 5;
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  }, [onEnd]);
  useEffect(() => {
    if (nearEnd && items.length > 0) end.current?.();
  }, [nearEnd, items.length]);
  return (
    <ul className={css['list']} aria-label={label} style={{ height: rows.getTotalSize() }}>
      {shown.map((row) => {
        const item = items[row.index];
        if (item === undefined) return null;
        return (
          <li
            key={keyOf(item)}
            ref={rows.measureElement}
            data-index={row.index}
            className={css['row']}
            aria-setsize={items.length}
            aria-posinset={row.index + 1}
            style={{ transform: `translateY(${row.start - offset}px)` }}
          >
            {render(item, row.index)}
          </li>
        );
      })}
    </ul>
  );
}

function WindowList<Item>(list: VirtualListProps<Item>) {
  const box = useRef<HTMLDivElement>(null);
  const [offset, setOffset] = useState(0);
  // After the paint, when the place is known: asked before it, the whole page would have to be laid out at once.
  useEffect(() => {
    const top = (box.current?.getBoundingClientRect().top ?? 0) + globalThis.scrollY;
    setOffset(Math.round(top));
  }, [list.items.length]);
  // oxlint-disable-next-line react/incompatible-library -- virtual rows are read in every render and never memoised
  const rows = useWindowVirtualizer({
    count: list.items.length,
    estimateSize: () => list.rowHeight,
    overscan: list.overscan ?? 6,
    scrollMargin: offset,
    // Known from the start, so that the rows are part of the first render, which can be sliced; without it they come
    // in one piece after it.
    initialRect: { width: innerWidth, height: innerHeight },
    getItemKey: (index) => {
      const item = list.items[index];
      return item === undefined ? index : list.keyOf(item);
    },
  });
  return (
    <div ref={box}>
      <Body list={list} rows={rows} offset={offset} />
    </div>
  );
}

function ElementList<Item>(list: VirtualListProps<Item> & { scrollIn: RefObject<HTMLElement | null> }) {
  // oxlint-disable-next-line react/incompatible-library -- virtual rows are read in every render and never memoised
  const rows = useVirtualizer<HTMLElement, Element>({
    count: list.items.length,
    estimateSize: () => list.rowHeight,
    overscan: list.overscan ?? 6,
    getScrollElement: () => list.scrollIn.current,
    getItemKey: (index) => {
      const item = list.items[index];
      return item === undefined ? index : list.keyOf(item);
    },
  });
  return <Body list={list} rows={rows} offset={0} />;
}

/** A long list of which only the rows in sight are drawn; it scrolls with the page or in an element. */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { scrollIn } = props;
  return scrollIn ? <ElementList {...props} scrollIn={scrollIn} /> : <WindowList {...props} />;
}
