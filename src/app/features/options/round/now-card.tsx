import { Trans, useLingui } from '@lingui/react/macro';
import { Lock } from 'lucide-react';
import { useEffect, useRef, Suspense, useCallback } from 'react';
import type { OptionEntry, OptionRound } from '#protocol/options/entities.ts';
import { compareDecimals, subtractDecimals } from '#protocol/core/decimal.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { stream } from '#app/platform/stream/stream.ts';
import { Icon } from '#app/ui/icons.tsx';
import { Badge } from '#app/ui/lists/Badge.tsx';
import { OwnAmount } from '#app/features/order-entry/own-amount.tsx';
import { useStale, useStreamUpdates } from '#app/platform/stream/stream-hooks.ts';
import { Skeleton } from '#app/ui/layout/Skeleton.tsx';
import { directionName } from '#app/ui/numbers/direction.ts';
import { laterPart } from '#app/features/shell/later-part.tsx';
import { sideOf } from '../entries/own-entries.tsx';
import { returnedIf } from '../form/maths.ts';
import { directionLabels } from '../option-labels.ts';
import { type CoinOfOption, type Series, topicOf } from '../series-choice.ts';
import { ResultPanel } from './result-panel.tsx';
import css from './round-cards.module.css';
import { clockOf, roundNumber, secondsUntil } from './round-times.ts';
import chart from './round-chart.module.css';
import type { LiveLineProps } from './round-chart.tsx';

interface NowCardProps {
  readonly series: Series;
  readonly coin: CoinOfOption;
  /** Between strike and settlement; null while none runs. */
  readonly running: OptionRound | null;
  /** What the line is drawn for while none runs. */
  readonly drawn: OptionRound;
  readonly entries: readonly OptionEntry[] | undefined;
  readonly now: number;
}

const turnMs = 250;

/** A round slides in from below, where it stood as the next one; with reduced motion it fades in. */
function useTurn(id: string | undefined) {
  const card = useRef<HTMLElement>(null);
  const before = useRef(id);
  useEffect(() => {
    if (before.current === id) return;
    before.current = id;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    card.current?.animate([{ opacity: 0, ...(still ? {} : { transform: 'translateY(32px)' }) }, {}], {
      duration: turnMs,
      easing: 'ease-out',
    });
  }, [id]);
  return card;
}

/** The round that runs: it only shows. Price, distance, chart with strike, and what the own entry returns as it stands. */
export function NowCard({ series, coin, running, drawn, entries, now }: NowCardProps) {
  const { t } = useLingui();
  const card = useTurn(running?.id);
  const own = entries?.find(({ round }) => round.id === running?.id) ?? null;
  return (
    <section ref={card} className={css['now']} aria-label={t`Current round`}>
      <header className={css['head']}>
        <span className={css['lockedMark']}>
          <Icon of={Lock} size="note" />
          <Trans context="the round that runs">NOW</Trans>
        </span>
        <State running={running} now={now} />
      </header>
      <div className={css['stage']}>
        <LiveLine series={series} priceDecimals={coin.priceDecimals} round={running ?? drawn} />
        <ResultPanel current={entries} />
      </div>
      <footer className={css['own']}>
        {running === null || own === null ? (
          <p className={css['none']}>
            <Trans>You are not in this round</Trans>
          </p>
        ) : (
          <Standing entry={own} round={running} series={series} />
        )}
      </footer>
    </section>
  );
}

function State({ running, now }: Pick<NowCardProps, 'running' | 'now'>) {
  if (running === null)
    return (
      <p className={css['round']}>
        <Trans>No round is running</Trans>
      </p>
    );
  const number = roundNumber(running);
  const left = clockOf(secondsUntil(running.settleAt, now));
  return (
    <>
      <p className={css['round']}>
        <Trans>Round {number} · entries closed</Trans>
      </p>
      <p className={css['when']}>{now < running.settleAt ? <Trans>ends in {left}</Trans> : <Trans>Settling</Trans>}</p>
    </>
  );
}

interface StandingProps {
  readonly entry: OptionEntry;
  readonly round: OptionRound;
  readonly series: Series;
}

/** The own entry, and what it returns if the round ends where the index is, worked out every second. */
function Standing({ entry, round, series }: StandingProps) {
  const { i18n } = useLingui();
  const { direction, stake } = entry;
  const label = directionLabels[direction];
  const name = i18n._(label.name);
  const side = sideOf(round, stream.view<'round'>(topicOf(series))?.line.at(-1)?.[1]);
  const returned = side === null ? null : returnedIf(round.pools, side, direction, stake);
  const amount = <OwnAmount>{formatNumber(stake, { decimals: 2 })}</OwnAmount>;
  const shown = (
    <b data-ahead={side === direction || undefined}>
      <OwnAmount>{returned === null ? '–' : formatNumber(returned, { decimals: 2 })}</OwnAmount>
    </b>
  );
  return (
    <>
      <Badge tone={label.tone}>
        <span className={css['mine']}>
          <Icon of={label.icon} size="note" />
          <span>
            <Trans>
              Your {name} {amount}
            </Trans>
          </span>
        </span>
      </Badge>
      <p className={css['returns']}>
        <Trans>returns {shown} if it ends here</Trans>
      </p>
    </>
  );
}

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
function LiveLine(props: LiveLineProps) {
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
      <div className={chart['head']}>
        <p ref={priceCell} className={chart['price']} data-stale={stale} />
        <p ref={distance} className={chart['distance']} data-stale={stale} />
      </div>
      <div className={chart['line']}>
        <Suspense fallback={<Skeleton height="100%" />}>
          <RoundChart {...props} />
        </Suspense>
      </div>
    </>
  );
}
