import { Trans, useLingui } from '@lingui/react/macro';
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

/** A cell for how far a price is from the strike, and what writes it without rendering. */
function useDistance(strike: string | null, priceDecimals: number) {
  const { t } = useLingui();
  const distance = useRef<HTMLParagraphElement>(null);
  const writeDistance = useCallback(
    (price: string | undefined) => {
      const cell = distance.current;
      if (cell === null) return;
      if (price === undefined || strike === null) {
        cell.textContent = '';
        return;
      }
      const away = subtractDecimals(price, strike);
      const figure = formatNumber(away, { decimals: priceDecimals, sign: 'always' });
      const side = compareDecimals(away, '0') as -1 | 0 | 1;
      cell.textContent = side > 0 ? t`${figure} above strike` : side < 0 ? t`${figure} below strike` : t`At the strike`;
      cell.dataset['direction'] = directionName(side);
    },
    [strike, priceDecimals, t],
  );
  return { distance, writeDistance };
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

  const { distance, writeDistance } = useDistance(strike, priceDecimals);

  const report = useCallback(() => {
    const points = stream.view<'round'>(topic)?.line ?? [];
    line.current?.setPoints(points.map(([at, price]) => ({ at, price: Number(price) })));
    writeDistance(points.at(-1)?.[1]);
  }, [topic, writeDistance]);

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
        <p className={css['round']}>
          <Trans>Round {round.period}</Trans>
        </p>
        <p ref={distance} className={css['distance']} data-stale={stale || undefined} />
      </div>
      <div ref={host} className={css['line']} data-testid="round-line" />
    </>
  );
}
