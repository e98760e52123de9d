import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { CallOutput } from '#protocol/calls.ts';
import type { ListedContract } from '#protocol/contracts/entities.ts';
import { useAccount } from '#app/platform/stream/stream-hooks.ts';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { PickerField } from '#app/ui/controls/PickerField.tsx';
import { TabPanel, Tabs } from '#app/ui/layout/Tabs.tsx';
import { OwnAmountsEye } from '#app/features/order-entry/own-amount.tsx';
import css from '../contract-sheets.module.css';
import { nameOf } from '../contract-labels.ts';
import { configQuery, recordsQuery } from '../queries.ts';
import { type ContractRecord, RecordRow } from './record-row.tsx';
import { RecordSheet } from './record-sheet.tsx';
import { RecordList } from '#app/features/loading/record-list.tsx';
import { useSearchFilters } from '#app/features/loading/search-filters.ts';

/** Which records; closings without it. */
type RecordShow = 'past-positions' | 'past-orders';

/** What the address asks for. */
export interface RecordSearch {
  readonly show?: RecordShow;
  readonly contract?: string;
}

const rowHeight = 96;
/** The first choice of the contract picker. */
const everyContract = '*';
const none: readonly ListedContract[] = [];

/** What came of contracts: closings with their kind, past positions, past orders. */
export function ContractRecordScreen({ search }: { search: RecordSearch }) {
  const { t } = useLingui();
  const show = search.show ?? 'closings';
  const records = useInfiniteQuery(recordsQuery(show, search.contract));
  useLiveRefresh(() => void records.refetch());
  const config = useQuery(configQuery);
  const contracts = config.data?.contracts ?? none;
  const change = useSearchFilters('/pages/lever/orderList', search);
  return (
    <Page
      title={t`Contract history`}
      actions={<OwnAmountsEye />}
      under={
        <Tabs
          label={t`Records to show`}
          group="contract-records"
          items={[
            { id: 'closings', label: t`Closings` },
            { id: 'past-positions', label: t`Positions` },
            { id: 'past-orders', label: t`Orders` },
          ]}
          value={show}
          onChange={(next) => change({ show: next === 'closings' ? undefined : next })}
        />
      }
      onRefresh={() => records.refetch()}
      updating={records.isFetching && records.data !== undefined}
    >
      <TabPanel group="contract-records" value={show}>
        <div className={css['filters']}>
          <PickerField
            label={t`Contract`}
            hideLabel
            value={search.contract ?? everyContract}
            options={[
              { value: everyContract, label: t`All contracts` },
              ...contracts.map((contract) => ({ value: contract.id, label: nameOf(contract) })),
            ]}
            onChange={(contract) => change({ contract: contract === everyContract ? undefined : contract })}
          />
        </div>
        <Records key={show} show={show} records={records} contracts={contracts} />
      </TabPanel>
    </Page>
  );
}

type Show = RecordShow | 'closings';
type RecordsQuery = ReturnType<typeof useInfiniteQuery<CallOutput<'GET contractList'>>>;

/** The records of an answered page, whichever they are. */
function recordsOf(page: CallOutput<'GET contractList'>): readonly ContractRecord[] {
  return [
    ...page.closings.map((closing): ContractRecord => ({ kind: 'closing', record: closing })),
    ...page.positions.map((position): ContractRecord => ({ kind: 'position', record: position })),
    ...page.orders.map((order): ContractRecord => ({ kind: 'order', record: order })),
  ];
}

/** The records of one kind, with the empty state, and the end of the list. */
export function Records(props: { show: Show; records: RecordsQuery; contracts: readonly ListedContract[] }) {
  const { show, records, contracts } = props;
  const { t } = useLingui();
  const [opened, setOpened] = useState<ContractRecord | null>(null);
  return (
    <>
      <RecordList
        query={records}
        items={records.data?.pages.flatMap(recordsOf)}
        failed={<Trans>Records did not load</Trans>}
        empty={<NoRecords show={show} />}
        leading={false}
        keyOf={({ record }) => record.id}
        rowHeight={rowHeight}
        label={show === 'closings' ? t`Closings` : show === 'past-positions' ? t`Past positions` : t`Past orders`}
        render={(record) => <RecordRow record={record} contracts={contracts} onOpen={() => setOpened(record)} />}
      />
      <RecordSheet record={opened} contracts={contracts} onClose={() => setOpened(null)} />
    </>
  );
}

function NoRecords({ show }: { show: Show }) {
  return (
    <EmptyState
      icon={History}
      title={<Trans>Nothing here yet</Trans>}
      text={
        show === 'closings' ? (
          <Trans>Positions closed by you or for you appear here.</Trans>
        ) : show === 'past-positions' ? (
          <Trans>Fully closed positions appear here.</Trans>
        ) : (
          <Trans>Completed and cancelled orders appear here.</Trans>
        )
      }
    />
  );
}

/** The stream reports every change of a position; the records are then refetched. */
function useLiveRefresh(refresh: () => void): void {
  const account = useAccount();
  const mark =
    account === null
      ? null
      : [...account.positions, ...account.contractOrders].map(({ id, updatedAt }) => `${id}.${updatedAt}`).join();
  const seen = useRef<string | null>(null);
  const latest = useRef(refresh);
  useEffect(() => {
    latest.current = refresh;
  });
  useEffect(() => {
    if (mark === null || mark === seen.current) return;
    const first = seen.current === null;
    seen.current = mark;
    if (!first) latest.current();
  }, [mark]);
}
