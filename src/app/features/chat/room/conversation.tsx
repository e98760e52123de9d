import { Trans, useLingui } from '@lingui/react/macro';
import { useVirtualizer, type Virtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Ref } from 'react';
import { formatTime } from '../../../platform/format/time-format.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { Spinner } from '../../../ui/layout/Spinner.tsx';
import css from './conversation.module.css';
import type { Row } from './timeline.ts';

/** What others may ask of the conversation. */
export interface ConversationHandle {
  toEnd(): void;
  /** Shows a row and moves the focus there; false when there is no such row. */
  show(key: string): boolean;
}

export interface ConversationProps {
  rows: readonly Row[];
  render: (row: Row & { is: 'message' | 'waiting' }) => React.ReactNode;
  label: string;
  /** Messages that came since the end was last in sight. */
  newCount: number;
  isLoadingOlder: boolean;
  olderFailed: boolean;
  onOlder: () => void;
  /** Told when the end comes into sight, and when it leaves. */
  onAtEnd: (isAtEnd: boolean) => void;
  ref?: Ref<ConversationHandle>;
}

/** Rows are measured; this is what they are taken for before. */
const estimatedPx = { start: 56, day: 40, unread: 32, message: 72, waiting: 96 } as const;
/** Within this the end counts as in sight. */
const endPx = 60;
/** So near the beginning the past is fetched. */
const nearStart = 8;

/**
 * The conversation, of which only the rows in sight are drawn. It is held by its end: what comes while the end is in sight
 * is followed, what is fetched of the past moves nothing. Arrow keys go from message to message, Enter opens its menu.
 */
export function Conversation(props: ConversationProps) {
  const { rows, render, label, newCount, isLoadingOlder, olderFailed, onOlder, onAtEnd, ref } = props;
  const { t } = useLingui();
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- its rows are read at every render, nothing keeps them
  const virtual = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimatedPx[rows[index]?.is ?? 'message'],
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: endPx,
    useAnimationFrameWithResizeObserver: true,
    initialRect: { width: 360, height: 640 },
  });
  useSteady(virtual);
  const isAtEnd = useAtEnd(virtual, scroller, useStart(virtual, rows), onAtEnd);
  const shown = virtual.getVirtualItems();
  const first = shown[0]?.index ?? 0;
  const wantsOlder = first < nearStart && rows[0]?.is === 'start' && !isLoadingOlder && !olderFailed;
  useEffect(() => {
    if (wantsOlder) onOlder();
  }, [wantsOlder, onOlder, rows.length]);
  const focus = useRoving(rows, virtual, scroller);
  useImperativeHandle(ref, () => ({
    toEnd: () => virtual.scrollToEnd(),
    show: (key) =>
      focus.move(
        rows.findIndex((row) => row.key === key),
        'center',
      ),
  }));
  return (
    <div className={css['frame']}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys move the focus inside it */}
      <div
        ref={scroller}
        className={css['scroller']}
        role="log"
        aria-label={label}
        aria-live="off"
        onKeyDown={focus.onKeyDown}
      >
        <div className={css['rows']} style={{ height: virtual.getTotalSize() }}>
          {shown.map(({ index, start, key }) => {
            const row = rows[index];
            if (row === undefined) return null;
            const isTalk = row.is === 'message' || row.is === 'waiting';
            return (
              <div
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                data-talk={isTalk || undefined}
                className={css['row']}
                style={{ transform: `translateY(${start}px)` }}
                // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- one message at a time takes the focus, moved by arrow keys
                tabIndex={isTalk ? (row.key === focus.key ? 0 : -1) : undefined}
                role={isTalk ? 'article' : undefined}
                onFocus={isTalk ? () => focus.take(row.key) : undefined}
              >
                {row.is === 'day' && (
                  <div className={css['day']}>
                    <span>{formatTime(row.at, 'date')}</span>
                  </div>
                )}
                {row.is === 'unread' && (
                  <div className={css['unread']}>
                    <span>
                      <Trans>New messages</Trans>
                    </span>
                  </div>
                )}
                {row.is === 'start' && (
                  <div className={css['start']}>
                    {olderFailed ? (
                      <Button kind="text" size="s" onClick={onOlder}>
                        <Trans>Load earlier messages</Trans>
                      </Button>
                    ) : (
                      <Spinner />
                    )}
                  </div>
                )}
                {isTalk && render(row)}
              </div>
            );
          })}
        </div>
      </div>
      {!isAtEnd && (
        <button type="button" className={css['toEnd']} onClick={() => virtual.scrollToEnd()}>
          <Icon of={ArrowDown} size="row" />
          {newCount > 0 ? <span>{newCount > 99 ? '99+' : newCount}</span> : null}
          <span className={css['unseen']}>
            {newCount > 0 ? t`New messages, go to the latest` : t`Go to the latest message`}
          </span>
        </button>
      )}
    </div>
  );
}

/**
 * Whatever above the fold turns out higher or lower than it was taken for moves nothing that is in sight, also while
 * somebody scrolls back: rows of the past are measured just then.
 */
function useSteady(virtual: Virtualizer<HTMLDivElement, HTMLDivElement>): void {
  useLayoutEffect(() => {
    Object.assign(virtual, {
      shouldAdjustScrollPositionOnItemSizeChange: ({ start }: VirtualItem) => start < (virtual.scrollOffset ?? 0),
    });
  }, [virtual]);
}

/** Begins at the first unread message, or at the end. Tells whether the end is to stay in sight. */
function useStart(virtual: Virtualizer<HTMLDivElement, HTMLDivElement>, rows: readonly Row[]): RefObject<boolean> {
  const isPlaced = useRef(false);
  const wantsEnd = useRef(true);
  const hasRows = rows.some((row) => row.is === 'message' || row.is === 'waiting');
  useLayoutEffect(() => {
    if (isPlaced.current || !hasRows) return;
    isPlaced.current = true;
    const unread = rows.findIndex((row) => row.is === 'unread');
    wantsEnd.current = unread <= 0 || rows.length - unread <= 6;
    if (wantsEnd.current) virtual.scrollToEnd();
    else virtual.scrollToIndex(unread, { align: 'start' });
  }, [hasRows, rows, virtual]);
  return wantsEnd;
}

function isEndInSight({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight <= endPx;
}

/**
 * Whether the end is in sight. It stays there, whatever rows turn out to be high when they are measured, until somebody
 * scrolls back.
 */
function useAtEnd(
  virtual: Virtualizer<HTMLDivElement, HTMLDivElement>,
  scroller: RefObject<HTMLDivElement | null>,
  wantsEnd: RefObject<boolean>,
  onAtEnd: (isAtEnd: boolean) => void,
): boolean {
  const [isAtEnd, setIsAtEnd] = useState(true);
  const total = virtual.getTotalSize();
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    let before = element.scrollTop;
    const look = () => {
      const isInSight = isEndInSight(element);
      setIsAtEnd(isInSight);
      Object.assign(wantsEnd, { current: isInSight || (wantsEnd.current && element.scrollTop >= before) });
      before = element.scrollTop;
    };
    element.addEventListener('scroll', look, { passive: true });
    // A picture or an answer above the field, a keyboard, a banner: what was last in sight stays so.
    const resizing = new ResizeObserver(() => {
      if (wantsEnd.current) element.scrollTop = element.scrollHeight;
      setIsAtEnd(isEndInSight(element));
    });
    resizing.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      resizing.disconnect();
    };
  }, [scroller, wantsEnd]);
  useEffect(() => {
    const element = scroller.current;
    if (element === null || total < 0) return;
    const frame = requestAnimationFrame(() => {
      if (wantsEnd.current) element.scrollTop = element.scrollHeight;
      setIsAtEnd(isEndInSight(element));
    });
    return () => cancelAnimationFrame(frame);
  }, [scroller, wantsEnd, total]);
  useEffect(() => onAtEnd(isAtEnd), [isAtEnd, onAtEnd]);
  return isAtEnd;
}

/** One message takes the focus; arrow keys, Home and End move it, Enter presses its menu. */
function useRoving(
  rows: readonly Row[],
  virtual: Virtualizer<HTMLDivElement, HTMLDivElement>,
  scroller: RefObject<HTMLDivElement | null>,
) {
  const [taken, setTaken] = useState<string | null>(null);
  /** Where the focus is on its way to: keys that come meanwhile go on from there. */
  const heading = useRef<number | null>(null);
  const isTalk = (index: number) => rows[index]?.is === 'message' || rows[index]?.is === 'waiting';
  const last = rows.findLastIndex((_, index) => isTalk(index));
  const at = rows.findIndex((row) => row.key === taken);
  const key = rows[at >= 0 ? at : last]?.key ?? null;

  function move(index: number, align: 'auto' | 'center' = 'auto'): boolean {
    const row = rows[index];
    if (row === undefined) return false;
    setTaken(row.key);
    heading.current = index;
    virtual.scrollToIndex(index, { align });
    // The row is drawn a moment after it scrolled into sight.
    let tries = 10;
    const focus = () => {
      if (heading.current !== index) return;
      const element = scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
      if (element === undefined || element === null) {
        if ((tries -= 1) > 0) requestAnimationFrame(focus);
        else heading.current = null;
        return;
      }
      heading.current = null;
      element.focus({ preventScroll: true });
    };
    requestAnimationFrame(focus);
    return true;
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (!(event.target instanceof HTMLElement) || event.target.dataset['talk'] === undefined) return;
    const current = heading.current ?? Number(event.target.dataset['index']);
    const next = (from: number, step: 1 | -1) => {
      let index = from + step;
      while (index >= 0 && index < rows.length && !isTalk(index)) index += step;
      return index;
    };
    const targets: Record<string, number> = {
      ArrowUp: next(current, -1),
      ArrowDown: next(current, 1),
      Home: next(-1, 1),
      End: last,
    };
    if (event.key === 'Enter') {
      event.target.querySelector<HTMLElement>('[aria-haspopup]')?.click();
      event.preventDefault();
      return;
    }
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    if (isTalk(target)) move(target);
  }

  return { key, take: setTaken, move, onKeyDown };
}
