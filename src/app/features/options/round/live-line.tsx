import { useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useRef } from 'react';
import { compareDecimals, subtractDecimals } from '../../../../protocol/maths/decimal.ts';
import type { OptionRound } from '../../../../protocol/entities/option.ts';
import { language } from '../../../platform/language/language.ts';
import { formatNumber } from '../../../platform/format/number-format.ts';
import { useObservable } from '../../../platform/observable.ts';
import { stream } from '../../../platform/stream/stream.ts';
import { useStale, useStreamUpdates } from '../../../platform/stream/stream-hooks.ts';
import { formatTime, timeOffset } from '../../../platform/format/time-format.ts';
import { directionName } from '../../../ui/numbers/direction.ts';
import css from './live-line.module.css';
import { createRoundLine, type RoundLine } from './round-line.ts';
import { type Series, topicOf } from '../series-choice.ts';

export interface LiveLineProps {
  readonly series: Series;
  readonly priceDecimals: number;
  /** The round that is drawn: the one in progress, else the one that is about to strike. */
  readonly round: OptionRound;
}

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
export function LiveLine({ series, priceDecimals, round }: LiveLineProps) {
  const { t } = useLingui();
  const host = useRef<HTMLDivElement>(null);
  const line = useRef<RoundLine | null>(null);
  const topic = topicOf(series);
  const stale = useStale(topic);
  const locale = useObservable(language);
  useObservable(timeOffset);
  const opens = formatTime(round.strikeAt, 'seconds', locale);
  const closes = formatTime(round.settleAt, 'seconds', locale);
  const strike = round.strike?.deciding.price ?? null;
  const { coin } = series;

  const { priceCell, distance, writeFigures } = useFigures(strike, priceDecimals);

  const report = useCallback(() => {
    const points = stream.view<'round'>(topic)?.line ?? [];
    line.current?.setPoints(points.map(([at, price]) => ({ at, price: Number(price) })));
    writeFigures(points.at(-1)?.[1]);
  }, [topic, writeFigures]);

  useEffect(() => {
    if (host.current === null) return;
    const made = createRoundLine(host.current, String);
    line.current = made;
    return () => {
      line.current = null;
      made.destroy();
    };
  }, []);
  useEffect(() => {
    const write = (price: number) => formatNumber(price.toFixed(priceDecimals), { decimals: priceDecimals, locale });
    const shown = strike === null ? '' : formatNumber(strike, { decimals: priceDecimals, locale });
    line.current?.setLabels(
      write,
      strike === null ? t`Index of ${coin}. The strike is not known yet.` : t`Index of ${coin}. Strike ${shown}.`,
    );
  }, [coin, strike, priceDecimals, locale, t]);
  useEffect(() => {
    line.current?.setRound({
      strike: strike === null ? null : Number(strike),
      strikeText: strike === null ? '' : formatNumber(strike, { decimals: priceDecimals, locale }),
      strikeName: t`Strike`,
      opensAt: round.strikeAt,
      closesAt: round.settleAt,
      opensText: strike === null ? t`Strike ${opens}` : t`Opened ${opens}`,
      closesText: t`Closes ${closes}`,
    });
  }, [round.strikeAt, round.settleAt, opens, closes, strike, priceDecimals, locale, t]);
  useEffect(() => line.current?.setStale(stale), [stale]);
  // After the line exists, and again whenever the round it is measured by changes.
  useEffect(report, [report]);
  useStreamUpdates(topic, report);

  return (
    <>
      <div className={css['head']}>
        <p ref={priceCell} className={css['price']} data-stale={stale || undefined} />
        <p ref={distance} className={css['distance']} data-stale={stale || undefined} />
      </div>
      <div ref={host} className={css['line']} data-testid="round-line" />
    </>
  );
}
