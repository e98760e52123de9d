import { useLingui } from '@lingui/react/macro';
import { Suspense, useCallback, useEffect, useRef } from 'react';
import { compareDecimals, subtractDecimals } from '#protocol/core/decimal.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { stream } from '#app/platform/stream/stream.ts';
import { useStale, useStreamUpdates } from '#app/platform/stream/stream-hooks.ts';
import { Skeleton } from '#app/ui/layout/Skeleton.tsx';
import { directionName } from '#app/ui/numbers/direction.ts';
import { laterPart } from '#app/features/shell/later-part.tsx';
import css from './live-line.module.css';
import { topicOf } from '../series-choice.ts';
import type { LiveLineProps } from './round-chart.tsx';

/** With the chart library, which comes after the round's figures and what enters it. */
const RoundChart = laterPart(() => import('./round-chart.tsx'), 'RoundChart');

/** Cells for the price and how far it is from the strike, and what writes them without rendering. */
function useFigures(strike: string | null, priceDecimals: number) {
  const { t } = useLingui();
  const priceCell = useRef<HTMLParagraphElement>(null);
  const distance = useRef<HTMLParagraphElement>(null);
  const writeFigures = useCallback(
    (price: string | undefined) => {
      const [main, cell] = [priceCell.current, distance.current];
      if (main === null || cell === null) return;
      main.textContent = price === undefined ? '–' : formatNumber(price, { decimals: priceDecimals });
      if (price === undefined || strike === null) {
        cell.textContent = '';
        for (const each of [main, cell]) delete each.dataset['direction'];
        return;
      }
      const away = subtractDecimals(price, strike);
      // The word says the side: a sign beside it would say it twice.
      const figure = formatNumber(away.replace(/^-/, ''), { decimals: priceDecimals });
      const side = compareDecimals(away, '0') as -1 | 0 | 1;
      cell.textContent = side > 0 ? t`${figure} above strike` : side < 0 ? t`${figure} below strike` : t`At the strike`;
      for (const each of [main, cell]) each.dataset['direction'] = directionName(side);
    },
    [strike, priceDecimals, t],
  );
  return { priceCell, distance, writeFigures };
}

/** The index with the strike of a round; each tick draws a line and writes one text, and renders nothing. */
export function LiveLine(props: LiveLineProps) {
  const { series, priceDecimals, round } = props;
  const topic = topicOf(series);
  const stale = useStale(topic) || undefined;
  const strike = round.strike?.deciding.price ?? null;
  const { priceCell, distance, writeFigures } = useFigures(strike, priceDecimals);
  const report = useCallback(() => writeFigures(stream.view<'round'>(topic)?.line.at(-1)?.[1]), [topic, writeFigures]);
  // Again whenever the round it is measured by changes.
  useEffect(report, [report]);
  useStreamUpdates(topic, report);
  return (
    <>
      <div className={css['head']}>
        <p ref={priceCell} className={css['price']} data-stale={stale} />
        <p ref={distance} className={css['distance']} data-stale={stale} />
      </div>
      <div className={css['line']}>
        <Suspense fallback={<Skeleton height="100%" />}>
          <RoundChart {...props} />
        </Suspense>
      </div>
    </>
  );
}
