import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Timer } from 'lucide-react';
import { useState } from 'react';
import type { OptionEntry } from '#protocol/options/entities.ts';
import { useServerNow } from '#app/platform/stream/stream-hooks.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { Chips } from '#app/ui/controls/Chips.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { TabPanel, Tabs } from '#app/ui/layout/Tabs.tsx';
import { OwnAmountsEye } from '#app/features/order-entry/own-amount.tsx';
import { EntryRow } from './entry-row.tsx';
import { EntrySheet } from './entry-sheet.tsx';
import { RunningState } from './own-entries.tsx';
import { coinsQuery, currentEntriesQuery, refreshEntries, settledEntriesQuery } from '../queries.ts';
import { NotLoaded } from '#app/features/loading/not-loaded.tsx';
import { OfflineAge } from '#app/features/loading/offline-age.tsx';
import { RecordList } from '#app/features/loading/record-list.tsx';
import { useSearchFilters } from '#app/features/loading/search-filters.ts';

/** What the address says. */
export interface RecordSearch {
  readonly coin?: string;
  readonly state?: 'history';
}

const group = 'predictions';
const everyCoin = 'all';

/** Own predictions: those that are open, and those that are settled, newest first. */
export function RecordScreen(search: RecordSearch) {
  const { coin, state } = search;
  const { t } = useLingui();
  const client = useQueryClient();
  const change = useSearchFilters('/pages/Option/Bettingrecord', search);
  const coins = useQuery(coinsQuery);
  const current = useQuery(currentEntriesQuery);
  const [open, setOpen] = useState<OptionEntry | null>(null);
  const shown = state ?? 'current';
  const list = (coins.data?.list ?? []).map((each) => each.coin);
  return (
    <Page
      title={t`My predictions`}
      actions={<OwnAmountsEye />}
      under={
        <>
          <Tabs
            label={t`Predictions`}
            group={group}
            items={[
              { id: 'current', label: t`Current`, count: current.data?.list.length },
              { id: 'history', label: t`History` },
            ]}
            value={shown}
            onChange={(next) => change({ state: next === 'history' ? next : undefined })}
          />
          <Chips
            label={t`Coin`}
            items={[{ id: everyCoin, label: t`All coins` }, ...list.map((id) => ({ id, label: id }))]}
            value={coin ?? everyCoin}
            onChange={(next) => change({ coin: next === everyCoin ? undefined : next })}
          />
        </>
      }
      onRefresh={async () => refreshEntries(client)}
    >
      <TabPanel group={group} value={shown}>
        {shown === 'current' ? <Current coin={coin} onOpen={setOpen} /> : <Settled coin={coin} onOpen={setOpen} />}
      </TabPanel>
      <EntrySheet entry={open} onClose={() => setOpen(null)} />
    </Page>
  );
}

interface ListProps {
  readonly coin: string | undefined;
  readonly onOpen: (entry: OptionEntry) => void;
}

function Current({ coin, onOpen }: ListProps) {
  const now = useServerNow();
  const current = useQuery(currentEntriesQuery);
  if (current.data === undefined)
    return <NotLoaded query={current} title={<Trans>Predictions did not load</Trans>} rows={6} />;
  const list = current.data.list.filter(({ round }) => coin === undefined || round.coin === coin);
  if (list.length === 0) return <Nothing current />;
  return (
    <>
      <OfflineAge at={current.dataUpdatedAt} />
      {list.map((entry) => (
        <EntryRow
          key={entry.id}
          entry={entry}
          sub={<Trans>Round {entry.round.period}</Trans>}
          state={<RunningState entry={entry} now={now} />}
          onOpen={onOpen}
        />
      ))}
    </>
  );
}

function Settled({ coin, onOpen }: ListProps) {
  const { t } = useLingui();
  const settled = useInfiniteQuery(settledEntriesQuery(coin));
  return (
    <RecordList
      label={t`Settled predictions`}
      query={settled}
      items={settled.data?.pages.flatMap((page) => page.list)}
      failed={<Trans>Predictions did not load</Trans>}
      empty={<Nothing current={false} />}
      keyOf={(entry) => entry.id}
      rowHeight={64}
      render={(entry) => <EntryRow entry={entry} sub={formatTime(entry.at, 'dayTime')} onOpen={onOpen} />}
    />
  );
}

function Nothing({ current }: { readonly current: boolean }) {
  const { t } = useLingui();
  return (
    <EmptyState
      icon={Timer}
      title={current ? t`No open predictions` : t`No settled predictions`}
      text={t`Your stakes appear here.`}
      action={
        <Button wide={false} href="#/pages/Option/Option">
          <Trans>Open options</Trans>
        </Button>
      }
    />
  );
}
