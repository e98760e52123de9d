import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowRightToLine } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OptionRound } from '#protocol/options/entities.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { Icon } from '#app/ui/icons.tsx';
import { PoolsView } from './pools-view.tsx';
import css from './round-cards.module.css';
import { roundNumber } from './round-times.ts';

interface NextCardProps {
  /** The round that takes entries, or the one that just locked; null for a moment between two. */
  readonly round: OptionRound | null;
  readonly locked: boolean;
  readonly now: number;
  /** The stake and the ways to go. */
  readonly children: ReactNode;
}

/** The round that takes entries: every control is here. */
export function NextCard({ round, locked, now, children }: NextCardProps) {
  const { t } = useLingui();
  return (
    <section className={css['next']} aria-label={t`Next round`}>
      <header className={css['head']}>
        <span className={css['openMark']}>
          <Icon of={ArrowRightToLine} size="note" />
          <Trans context="the round that takes entries">NEXT</Trans>
        </span>
        {round !== null && <State round={round} locked={locked} />}
      </header>
      <PoolsView round={round} locked={locked} now={now} />
      {children}
    </section>
  );
}

function State({ round, locked }: { readonly round: OptionRound; readonly locked: boolean }) {
  const number = roundNumber(round);
  const exact = round.cycle < 60 ? 'seconds' : 'time';
  const [from, to] = [formatTime(round.strikeAt, exact), formatTime(round.settleAt, exact)];
  return (
    <>
      <p className={css['round']}>
        {locked ? <Trans>Round {number} · entries closed</Trans> : <Trans>Round {number} · open</Trans>}
      </p>
      <p className={css['when']}>
        {from} – {to}
      </p>
    </>
  );
}
