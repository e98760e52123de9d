import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronRight, CircleOff } from 'lucide-react';
import { useEffect } from 'react';
import type { OptionRound } from '#protocol/options/entities.ts';
import { queryRoot } from '#app/platform/api/call-query.ts';
import { Icon } from '#app/ui/icons.tsx';
import { directionLabels } from '../option-labels.ts';
import { lastRoundsQuery } from '../queries.ts';
import type { Series } from '../series-choice.ts';
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

/** The last results of a series, newest first, each leading to its round. */
function LastResults({ series, endedId }: { readonly series: Series; readonly endedId: string | null }) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const last = useQuery(lastRoundsQuery(series));
  useEffect(() => {
    if (endedId !== null) void client.invalidateQueries({ queryKey: [queryRoot('GET contractOption-history')] });
  }, [client, endedId]);
  const rounds = last.data?.list ?? [];
  return (
    <section className={css['last']} aria-label={t`Last rounds`}>
      <ul className={css['list']}>
        {rounds.map(({ id, period, result }) => {
          const label = result === null ? null : directionLabels[result];
          const outcome = label === null ? t`Void` : i18n._(label.name);
          return (
            <li key={id}>
              <a
                className={css['round']}
                href={`#/pages/Option/Riseandfall?id=${id}`}
                aria-label={t`Round ${period}: ${outcome}`}
              >
                <span data-direction={result ?? 'flat'}>
                  <Icon of={label === null ? CircleOff : label.icon} size="inline" />
                </span>
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
