import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronRight } from 'lucide-react';
import type { OptionRound } from '../../../../protocol/options/entities.ts';
import { Icon } from '../../../ui/icons.tsx';
import type { Series } from '../series-choice.ts';
import { LastResults } from './last-results.tsx';
import css from './rail.module.css';
import { roundNumber } from './round-times.ts';

interface RailProps {
  readonly series: Series;
  /** The last one that ended, so that its result is asked for. */
  readonly endedId: string | null;
  readonly running: OptionRound | null;
  readonly offered: OptionRound | null;
}

/** Where a series stands: the last results, the round that runs, the one that takes entries. */
export function Rail({ series, endedId, running, offered }: RailProps) {
  const { t } = useLingui();
  const [now, next] = [running, offered].map((round) => (round === null ? '–' : roundNumber(round)));
  return (
    <div className={css['rail']}>
      <LastResults series={series} endedId={endedId} />
      <ol className={css['rounds']} aria-label={t`Rounds`}>
        <li className={css['now']}>
          <Trans>
            <b>{now}</b> now
          </Trans>
        </li>
        <li className={css['arrow']} aria-hidden>
          <Icon of={ChevronRight} size="note" />
        </li>
        <li className={css['next']}>
          <Trans>
            <b>{next}</b> next
          </Trans>
        </li>
      </ol>
    </div>
  );
}
