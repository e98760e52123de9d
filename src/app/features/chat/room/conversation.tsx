import { Trans, useLingui } from '@lingui/react/macro';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import { useEffect, useImperativeHandle, useRef } from 'react';
import type { Ref, RefObject } from 'react';
import { formatTime } from '#app/platform/format/time-format.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { Spinner } from '#app/ui/layout/Spinner.tsx';
import css from './conversation.module.css';
import type { Row } from './timeline.ts';
import { endPx, useSteady, useStart, useAtEnd, useRoving } from './conversation-scroll.ts';

/** What others may ask of the conversation. */
export interface ConversationHandle {
  toEnd(): void;
  /** Shows a row and moves the focus there; false when there is no such row. */
  show(key: string): boolean;
}

interface ConversationProps {
  rows: readonly Row[];
  render: (row: Row & { is: 'message' | 'waiting' }) => React.ReactNode;
  label: string;
  /** Messages that came since the end was last in sight. */
  newCount: number;
  isLoadingOlder: boolean;
  olderFailed: boolean;
  onOlder: () => void;
  /** Called when the end scrolls into view and out of it. */
  onAtEnd: (isAtEnd: boolean) => void;
  ref?: Ref<ConversationHandle>;
}

/** Rows are measured; this is what they are taken for before. */
const estimatedPx = { start: 56, day: 40, unread: 32, message: 72, waiting: 96 } as const;

/** So near the beginning the past is fetched. */
const nearStart = 8;

/** The rows in sight of a conversation that is held by its end; asks for older ones near the beginning. */
function useRowsInSight(props: ConversationProps, scroller: RefObject<HTMLDivElement | null>) {
  const { rows, isLoadingOlder, olderFailed, onOlder } = props;
  // oxlint-disable-next-line react/incompatible-library -- virtual rows are read in every render and never memoised
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
  const shown = virtual.getVirtualItems();
  const first = shown[0]?.index ?? 0;
  const wantsOlder = first < nearStart && rows[0]?.is === 'start' && !isLoadingOlder && !olderFailed;
  useEffect(() => {
    if (wantsOlder) onOlder();
  }, [wantsOlder, onOlder, rows.length]);
  return { virtual, shown };
}

/**
 * The conversation, of which only the rows in sight are drawn. It is held by its end: what comes while the end is in
 * sight is followed, what is fetched of the past moves nothing. Arrow keys go from message to message, Enter opens its
 * menu.
 */
export function Conversation(props: ConversationProps) {
  const { rows, render, label, newCount, olderFailed, onOlder, onAtEnd, ref } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { virtual, shown } = useRowsInSight(props, scroller);
  const isAtEnd = useAtEnd(virtual, scroller, useStart(virtual, rows), onAtEnd);
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
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move the focus between its messages */}
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
                // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- roving focus: arrow keys move it from message to message
                tabIndex={isTalk ? (row.key === focus.key ? 0 : -1) : undefined}
                role={isTalk ? 'article' : undefined}
                onFocus={isTalk ? () => focus.take(row.key) : undefined}
              >
                {isTalk ? render(row) : <Divider row={row} {...{ olderFailed, onOlder }} />}
              </div>
            );
          })}
        </div>
      </div>
      {!isAtEnd && <ToEndButton newCount={newCount} onClick={() => virtual.scrollToEnd()} />}
    </div>
  );
}

type DividerProps = Pick<ConversationProps, 'olderFailed' | 'onOlder'> & {
  row: Exclude<Row, { is: 'message' | 'waiting' }>;
};

/** Separators between messages: a day, the first unread one, the start of the loaded history. */
function Divider({ row, olderFailed, onOlder }: DividerProps) {
  if (row.is === 'day') {
    return (
      <div className={css['day']}>
        <span>{formatTime(row.at, 'date')}</span>
      </div>
    );
  }
  if (row.is === 'unread') {
    return (
      <div className={css['unread']}>
        <span>
          <Trans>New messages</Trans>
        </span>
      </div>
    );
  }
  return (
    <div className={css['start']}>
      {olderFailed ? (
        <Button kind="text" size="s" onClick={onOlder}>
          <Trans>Load earlier messages</Trans>
        </Button>
      ) : (
        <Spinner />
      )}
    </div>
  );
}

/** Leads to the latest message, and says how many came meanwhile. */
function ToEndButton({ newCount, onClick }: { newCount: number; onClick: () => void }) {
  const { t } = useLingui();
  return (
    <button type="button" className={css['toEnd']} onClick={onClick}>
      <Icon of={ArrowDown} size="row" />
      {newCount > 0 ? <span>{newCount > 99 ? '99+' : newCount}</span> : null}
      <span className={css['unseen']}>
        {newCount > 0 ? t`New messages, go to the latest` : t`Go to the latest message`}
      </span>
    </button>
  );
}
