import { useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useRef } from 'react';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { formatTime, timeZone } from '#app/platform/format/time-format.ts';
import { language } from '#app/platform/language/language.ts';
import { useObservable } from '#app/platform/observable.ts';
import { stream } from '#app/platform/stream/stream.ts';
import { useStale, useStreamUpdates } from '#app/platform/stream/stream-hooks.ts';
import { topicOf } from '../series-choice.ts';
import type { OptionRound } from '#protocol/options/entities.ts';
import type { Series } from '../series-choice.ts';
import css from './round-chart.module.css';
import { createRoundLine, type RoundLine } from './round-line.ts';

export interface LiveLineProps {
  readonly series: Series;
  readonly priceDecimals: number;
  /** The round that is drawn: the one in progress, else the one that is about to strike. */
  readonly round: OptionRound;
}

/** The line of the index with the strike of a round; a tick draws and renders nothing. */
export function RoundChart({ series, priceDecimals, round }: LiveLineProps) {
  const { t } = useLingui();
  const host = useRef<HTMLDivElement>(null);
  const line = useRef<RoundLine | null>(null);
  const topic = topicOf(series);
  const stale = useStale(topic);
  const locale = useObservable(language);
  useObservable(timeZone);
  const opens = formatTime(round.strikeAt, 'seconds', locale);
  const closes = formatTime(round.settleAt, 'seconds', locale);
  const strike = round.strike?.deciding.price ?? null;
  const { coin } = series;

  const report = useCallback(() => {
    const points = stream.view<'round'>(topic)?.line ?? [];
    line.current?.setPoints(
      points.map(([at]) => at),
      points.map(([, price]) => Number(price)),
    );
  }, [topic]);

  useEffect(() => {
    if (host.current === null) return;
    const made = createRoundLine(host.current);
    line.current = made;
    return () => {
      line.current = null;
      made.destroy();
    };
  }, []);
  useEffect(() => {
    const write = (price: string) => formatNumber(price, { decimals: priceDecimals, locale });
    const shown = strike === null ? '' : write(strike);
    line.current?.setRound({
      strike: strike === null ? null : Number(strike),
      strikeName: t`Strike`,
      opensAt: round.strikeAt,
      closesAt: round.settleAt,
      opensText: strike === null ? t`Strike ${opens}` : t`Opened ${opens}`,
      closesText: t`Closes ${closes}`,
      priceText: (price) => write(price.toFixed(priceDecimals)),
      label:
        strike === null ? t`Index of ${coin}. The strike is not known yet.` : t`Index of ${coin}. Strike ${shown}.`,
      stale,
    });
  }, [coin, round.strikeAt, round.settleAt, opens, closes, strike, priceDecimals, locale, stale, t]);
  // After the line exists.
  useEffect(report, [report]);
  useStreamUpdates(topic, report);
  return <div ref={host} className={css['chart']} data-testid="round-line" />;
}
