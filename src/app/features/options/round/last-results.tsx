import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleOff } from 'lucide-react';
import { useEffect } from 'react';
import { queryRoot } from '../../../platform/api/call-query.ts';
import { Icon } from '../../../ui/icons.tsx';
import css from './last-results.module.css';
import { directionLabels } from '../option-labels.ts';
import { lastRoundsQuery } from '../queries.ts';
import type { Series } from '../series-choice.ts';

/** The last results of a series, newest first, each leading to its round. */
export function LastResults({ series, endedId }: { readonly series: Series; readonly endedId: string | null }) {
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
