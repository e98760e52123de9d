import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Timer } from 'lucide-react';
import { useState } from 'react';
import type { OptionEntry } from '../../../../protocol/options/entities.ts';
import { useServerNow } from '../../../platform/stream/stream-hooks.ts';
import { formatTime } from '../../../platform/format/time-format.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Chips } from '../../../ui/controls/Chips.tsx';
import { EmptyState } from '../../../ui/layout/EmptyState.tsx';
import { Page } from '../../../ui/layout/Page.tsx';
import { SkeletonRow } from '../../../ui/layout/Skeleton.tsx';
import { TabPanel, Tabs } from '../../../ui/layout/Tabs.tsx';
import { PagedList } from '../../../ui/lists/PagedList.tsx';
import { OwnAmountsEye } from '../../order-entry/own-amount.tsx';
import { EntryRow } from './entry-row.tsx';
import { EntrySheet } from './entry-sheet.tsx';
import { RunningState } from './own-entries.tsx';
import { coinsQuery, currentEntriesQuery, refreshEntries, settledEntriesQuery } from '../queries.ts';
import { LoadError } from '../../loading/load-error.tsx';
import { OfflineAge } from '../../loading/offline-age.tsx';

/** What the address says. */
export interface RecordSearch {
  readonly coin?: string;
  readonly state?: 'history';
}

const group = 'predictions';
const everyCoin = 'all';

/** Own predictions: those that are open, and those that are settled, newest first. */
export function RecordScreen({ coin, state }: RecordSearch) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const client = useQueryClient();
  const coins = useQuery(coinsQuery);
  const current = useQuery(currentEntriesQuery);
  const [open, setOpen] = useState<OptionEntry | null>(null);
  const go = (next: RecordSearch) =>
    void navigate({ to: '/pages/Option/Bettingrecord', search: { ...next }, replace: true, resetScroll: true });
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
            onChange={(next) =>
              go({ ...(coin === undefined ? {} : { coin }), ...(next === 'history' ? { state: next } : {}) })
            }
          />
          <Chips
            label={t`Coin`}
            items={[{ id: everyCoin, label: t`All coins` }, ...list.map((id) => ({ id, label: id }))]}
            value={coin ?? everyCoin}
            onChange={(next) =>
              go({ ...(next === everyCoin ? {} : { coin: next }), ...(state === undefined ? {} : { state }) })
            }
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
  if (current.data === undefined) return <NotYet query={current} />;
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
  if (settled.data === undefined) return <NotYet query={settled} />;
  const list = settled.data.pages.flatMap((page) => page.list);
  if (list.length === 0) return <Nothing current={false} />;
  return (
    <>
      <OfflineAge at={settled.dataUpdatedAt} />
      <PagedList
        pages={settled}
        label={t`Settled predictions`}
        items={list}
        keyOf={(entry) => entry.id}
        rowHeight={64}
        render={(entry) => <EntryRow entry={entry} sub={formatTime(entry.at, 'dayTime')} onOpen={onOpen} />}
      />
    </>
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

interface Waiting {
  readonly isError: boolean;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
}

function NotYet({ query }: { readonly query: Waiting }) {
  if (!query.isError)
    return (
      <div aria-busy>
        <SkeletonRow count={6} />
      </div>
    );
  return <LoadError query={query} title={<Trans>Predictions did not load</Trans>} />;
}
