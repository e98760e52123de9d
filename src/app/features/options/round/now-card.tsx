import { Trans, useLingui } from '@lingui/react/macro';
import { Lock } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { OptionEntry, OptionRound } from '#protocol/options/entities.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { stream } from '#app/platform/stream/stream.ts';
import { Icon } from '#app/ui/icons.tsx';
import { Badge } from '#app/ui/lists/Badge.tsx';
import { OwnAmount } from '#app/features/order-entry/own-amount.tsx';
import { sideOf } from '../entries/own-entries.tsx';
import { returnedIf } from '../form/maths.ts';
import { directionLabels } from '../option-labels.ts';
import { type CoinOfOption, type Series, topicOf } from '../series-choice.ts';
import { LiveLine } from './live-line.tsx';
import { ResultPanel } from './result-panel.tsx';
import css from './round-cards.module.css';
import { clockOf, roundNumber, secondsUntil } from './round-times.ts';

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
