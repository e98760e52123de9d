import { useLingui } from '@lingui/react/macro';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { WalletCards } from 'lucide-react';
import { useState } from 'react';
import type { CallOutput } from '#protocol/calls.ts';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { Skeleton } from '#app/ui/layout/Skeleton.tsx';
import { NotLoaded } from '#app/features/loading/not-loaded.tsx';
import { OfflineAge } from '#app/features/loading/offline-age.tsx';
import { centreQuery, listedAdvertsQuery } from '../queries.ts';
import { MethodCard } from './method-card.tsx';
import { MethodSheet } from './method-sheet.tsx';
import css from './methods.module.css';

/** The cards of own accounts, or why there are none; a card opens to its details. */
export function MethodList({ methods }: { methods: UseQueryResult<CallOutput<'GET cnyPayList'>> }) {
  const { t } = useLingui();
  const [opened, setOpened] = useState<string | null>(null);
  const isMerchant = useQuery(centreQuery).data?.merchant === true;
  // Only merchants have adverts; anybody else would be refused.
  const adverts = useQuery({ ...listedAdvertsQuery, enabled: isMerchant, refetchOnMount: 'always' }).data?.list;
  const offeredIn = (id: string) => adverts?.filter(({ methodIds }) => methodIds.includes(id)) ?? [];
  const { data } = methods;
  if (data === undefined) {
    return (
      <NotLoaded query={methods} title={t`Your collection methods did not load`}>
        <div className={css['list']} aria-busy="true">
          <Skeleton height="128px" />
          <Skeleton height="128px" />
        </div>
      </NotLoaded>
    );
  }
  if (data.list.length === 0) {
    return (
      <EmptyState
        icon={WalletCards}
        title={t`No collection method yet`}
        text={t`Add the account where buyers pay you.`}
      />
    );
  }
  const shown = data.list.find(({ id }) => id === opened);
  return (
    <>
      <OfflineAge at={methods.dataUpdatedAt} />
      <ul className={css['list']}>
        {data.list.map((method) => (
          <li key={method.id}>
            <MethodCard
              method={method}
              adverts={isMerchant && adverts === undefined ? null : offeredIn(method.id).length}
              onOpen={() => setOpened(method.id)}
            />
          </li>
        ))}
      </ul>
      <MethodSheet
        method={shown ?? null}
        offeredIn={shown === undefined ? [] : offeredIn(shown.id)}
        onClose={() => setOpened(null)}
      />
    </>
  );
}
