import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { CallOutput } from '#protocol/calls.ts';
import type { Robot, RobotTrade } from '#protocol/robots/entities/robots.ts';
import type { Interval } from '#protocol/market-data/intervals.ts';
import type { ChartMarker, KlineChart } from '#app/chart/kline/kline-options.ts';
import { createRobotLines, type RobotLine, type RobotLines } from '#app/chart/lines/robot-lines.ts';
import { amountsHidden } from '#app/platform/format/hidden-amounts.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { useObservable } from '#app/platform/observable.ts';
import { Skeleton } from '#app/ui/layout/Skeleton.tsx';
import { type ChartChoice, defaultChoice } from '#app/features/chart/chart-choice.ts';
import { IntervalPick } from '#app/features/chart/intervals/interval-pick.tsx';
import { KlineView } from '#app/features/chart/kline-view.tsx';
import { pairOf, pairsQuery } from '#app/features/pairs/queries.ts';
import css from './details.module.css';

interface RobotChartProps {
  readonly detail: CallOutput<'GET quant/order/detail'>;
  readonly trades: readonly RobotTrade[] | undefined;
  /** An order or a fill was chosen, by its id. */
  readonly onPick: (id: string) => void;
}

/** The order of each side that is nearest to the price should be in view with the candles, and one more. */
const reachOf = 2;

/** The K-line of the pair with the orders of the robot as lines, what was filled as triangles. */
export function RobotChart({ detail, trades, onPick }: RobotChartProps) {
  const pairs = useQuery(pairsQuery);
  const [interval, setInterval] = useState<Interval>('1h');
  const choice = useMemo<ChartChoice>(
    () => ({
      ...defaultChoice,
      interval,
      indicators: { overlays: [], volume: false, panes: [], params: {} },
      marks: false,
    }),
    [interval],
  );
  const markers = useMarkers(detail.robot, trades);
  const pair = pairs.data === undefined ? null : pairOf(pairs.data, detail.robot.pair);
  return (
    <>
      <div className={css['legend']}>
        <span data-side="sell">
          <Trans>Sell waits</Trans>
        </span>
        <span data-side="buy">
          <Trans>Buy waits</Trans>
        </span>
        <span className={css['filled']}>
          <svg viewBox="0 0 10 9" aria-hidden data-side="sell">
            <path d="M0 0h10L5 9z" />
          </svg>
          <svg viewBox="0 0 10 9" aria-hidden data-side="buy">
            <path d="M0 9h10L5 0z" />
          </svg>
          <Trans>Filled</Trans>
        </span>
        <IntervalPick value={interval} onChange={setInterval} className={css['interval']} />
      </div>
      {pair === null ? (
        <div className={css['frame']}>{pairs.isPending ? <Skeleton height="240px" /> : null}</div>
      ) : (
        <KlineView
          pair={pair}
          choice={choice}
          size="low"
          markers={markers}
          renderOver={(chart) => (
            <LinesOver
              chart={chart}
              detail={detail}
              trades={trades}
              priceDecimals={pair.priceDecimals}
              onPick={onPick}
            />
          )}
        />
      )}
    </>
  );
}

/** Fills as triangles; none while own amounts are hidden. */
function useMarkers(
  { base, pair }: Pick<Robot, 'base' | 'pair'>,
  trades: readonly RobotTrade[] | undefined,
): readonly ChartMarker[] {
  const { t, i18n } = useLingui();
  const hidden = useObservable(amountsHidden);
  return useMemo(
    () =>
      (hidden ? [] : (trades ?? []).filter((trade) => trade.pair === pair)).map(
        ({ at, side, price, amount }): ChartMarker => {
          const text = `${formatNumber(amount)} ${base}`;
          return {
            atMs: at,
            price: Number(price),
            side,
            letter: '',
            text:
              side === 'buy' ? t`Bought ${text} at ${formatNumber(price)}` : t`Sold ${text} at ${formatNumber(price)}`,
          };
        },
      ),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the words follow the language
    [trades, base, pair, hidden, i18n.locale],
  );
}

interface LinesOverProps extends RobotChartProps {
  readonly chart: KlineChart;
  readonly priceDecimals: number;
}

/** The lines of a robot over its chart, as long as both are there. */
function LinesOver({ chart, detail, trades, priceDecimals, onPick }: LinesOverProps) {
  const { t } = useLingui();
  const host = useRef<HTMLDivElement>(null);
  const [lines, setLines] = useState<RobotLines | null>(null);
  const hidden = useObservable(amountsHidden);
  const beyond = (way: 'up' | 'down', side: RobotLine['side'], count: number, farthest: RobotLine) => {
    const price = farthest.tag;
    const arrow = way === 'up' ? '↑' : '↓';
    const words = side === 'sell' ? t`${count} more sells, to ${price}` : t`${count} more buys, to ${price}`;
    return `${arrow} ${words}`;
  };
  const latest = useRef({ beyond, onPick });
  useEffect(() => {
    latest.current = { beyond, onPick };
  });
  useEffect(() => {
    if (host.current === null) return;
    const made = createRobotLines(host.current, {
      beyond: (...asked) => latest.current.beyond(...asked),
      onPick: (id) => latest.current.onPick(id),
    });
    setLines(made);
    const stop = chart.follow((layout) => made.lay(layout));
    return () => {
      stop();
      made.remove();
      setLines(null);
    };
  }, [chart]);
  const newest = trades?.find((trade) => trade.pair === detail.robot.pair);
  const shown = linesOf(detail, newest, {
    price: (price) => formatNumber(price, { decimals: priceDecimals }),
    pill: (side, amount) => {
      const text = hidden ? '••••••' : formatNumber(amount);
      return side === 'buy' ? t`Buy ${text}` : t`Sell ${text}`;
    },
  });
  const isPaused = detail.robot.state !== 'running';
  const written = JSON.stringify(shown);
  useEffect(() => {
    const now = JSON.parse(written) as RobotLine[];
    lines?.setLines(now, { paused: isPaused });
    const near = (['buy', 'sell'] as const).flatMap((side) => nearest(now, side));
    chart.setReach(near.map(({ price }) => price));
  }, [lines, chart, written, isPaused]);
  useEffect(() => () => chart.setReach([]), [chart]);
  return <div ref={host} />;
}

function nearest(lines: readonly RobotLine[], side: RobotLine['side']): readonly RobotLine[] {
  return lines
    .filter((line) => line.kind === 'order' && line.side === side)
    .toSorted((a, b) => (side === 'buy' ? b.price - a.price : a.price - b.price))
    .slice(0, reachOf);
}

interface LineWords {
  readonly price: (price: string) => string;
  readonly pill: (side: RobotLine['side'], amount: string) => string;
}

function linesOf(
  { orders }: RobotChartProps['detail'],
  newest: RobotTrade | undefined,
  words: LineWords,
): readonly RobotLine[] {
  const waiting = orders.map(({ id, price, side, amount }): RobotLine => ({
    id,
    price: Number(price),
    side,
    kind: 'order',
    pill: words.pill(side, amount),
    tag: words.price(price),
  }));
  if (newest === undefined) return waiting;
  const { id, price, side } = newest;
  return [...waiting, { id, price: Number(price), side, kind: 'filled', pill: '', tag: words.price(price) }];
}
