import { useLingui } from '@lingui/react/macro';
import { Star } from 'lucide-react';
import { memo, type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';
import { toggleFavourite } from '#app/platform/storage/favourites.ts';
import { haptic } from '#app/platform/device/haptics.ts';
import { formatCompact } from '#app/platform/format/number-format.ts';
import { useOnScreen } from '#app/platform/stream/on-screen.ts';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { Skeleton } from '#app/ui/layout/Skeleton.tsx';
import { VisuallyHidden } from '#app/ui/layout/VisuallyHidden.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { useLiveCells } from './live-cells.ts';
import css from './market-row.module.css';
import { RowFigures } from './row-figures.tsx';
import type { Listed } from './queries.ts';

const pressMs = 500;
/** A finger that moves further than this scrolls. */
const slackPx = 10;

interface LongPress {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
  readonly onContextMenu: (event: MouseEvent) => void;
  readonly onClickCapture: (event: MouseEvent) => void;
}

/** What a link needs to do something else when it is held: the tap that follows then leads nowhere. */
function useLongPress(onLongPress: () => void): LongPress {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const from = useRef<{ x: number; y: number; touch: boolean; done: boolean } | null>(null);
  const stop = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    onPointerDown: ({ clientX, clientY, pointerType, button }) => {
      stop();
      if (button !== 0) return;
      const press = { x: clientX, y: clientY, touch: pointerType !== 'mouse', done: false };
      from.current = press;
      timer.current = setTimeout(() => {
        press.done = true;
        onLongPress();
      }, pressMs);
    },
    onPointerMove: ({ clientX, clientY }) => {
      const start = from.current;
      if (start !== null && Math.hypot(clientX - start.x, clientY - start.y) > slackPx) stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onContextMenu: (event) => {
      if (from.current?.touch === true) event.preventDefault();
    },
    onClickCapture: (event) => {
      if (from.current?.done !== true) return;
      from.current = null;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

interface MarketRowProps {
  readonly entry: Listed;
  readonly starred: boolean;
  /** The exchange does not answer: the figures are old at once. */
  readonly old: boolean;
}

/** Stars a pair or takes its star away, with a way back. */
function useToggleStar(): (pair: string, title: string, starred: boolean) => void {
  const { t } = useLingui();
  return (pair, title, starred) => {
    toggleFavourite(pair);
    haptic('tick');
    toast.show({
      key: 'favourite',
      type: 'success',
      title: starred ? t`${title} removed from favourites` : t`${title} added to favourites`,
      action: { label: t`Undo`, onAction: () => toggleFavourite(pair) },
    });
  };
}

/** One pair of a board: it leads to the chart, and stars the pair when it is held. */
export const MarketRow = memo(function MarketRow({ entry, starred, old }: MarketRowProps) {
  const { t } = useLingui();
  const { pair, ticker, line } = entry;
  const [ref, onScreen] = useOnScreen<HTMLAnchorElement>();
  const { volume, ...cells } = useLiveCells(entry, onScreen);
  const toggleStar = useToggleStar();
  const press = useLongPress(() => toggleStar(pair.id, `${pair.base}/${pair.quote}`, starred));
  return (
    <a ref={ref} className={css['row']} href={`#/pages/market/kline?pair=${pair.id}`} draggable={false} {...press}>
      <CoinIcon symbol={pair.base} size={28} />
      <span className={css['names']}>
        <span className={css['title']}>
          <b>{pair.base}</b>
          <span className={css['quote']}>/{pair.quote}</span>
          {starred && (
            <>
              <Star className={css['star']} size={12} aria-hidden />
              <VisuallyHidden>{t`Favourite`}</VisuallyHidden>
            </>
          )}
        </span>
        <span ref={volume} className={css['volume']}>
          {formatCompact(ticker.turnover)}
        </span>
      </span>
      <RowFigures cells={cells} line={line} old={old} />
    </a>
  );
});

/** As many empty rows as a screen holds, of the rows' own measures. */
export function MarketRowSkeletons({ count }: { count: number }) {
  return (
    <div aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={css['row']}>
          <Skeleton width="28px" height="28px" round />
          <span className={css['names']}>
            <Skeleton width={index % 2 === 0 ? '84px' : '68px'} height="14px" />
            <span className={css['gap']} />
            <Skeleton width="48px" height="10px" />
          </span>
          <Skeleton width="72px" height="14px" />
          <span className={css['pill']}>
            <Skeleton height="32px" />
          </span>
        </div>
      ))}
    </div>
  );
}
