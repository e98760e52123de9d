import { useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { P2pOrderState } from '#protocol/p2p/entities/trade.ts';
import { ChipRow } from '#app/ui/controls/Chips.tsx';
import { FilterChoice } from '#app/ui/controls/FilterChoice.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { SkeletonRow } from '#app/ui/layout/Skeleton.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { type SearchChange, useSearchFilters } from '#app/features/loading/search-filters.ts';
import { orderStateLabels } from '#app/features/p2p/parts/p2p-labels.ts';
import { type OrderFilter, ordersQuery } from '../queries.ts';
import { laterPart } from '#app/features/shell/later-part.tsx';
import { OrderList } from './order-list.tsx';

const ExportOrders = laterPart(() => import('./export-orders.tsx'), 'ExportOrders');

/** Where lists of orders stand: all of them, the own sales, the own purchases. */
type RecordsPath = '/pages/otc/Orderrecord' | '/pages/business/Sellingrecord' | '/pages/business/Purchaserecord';

interface OrderRecordsScreenProps {
  path: RecordsPath;
  title: string;
  filter: OrderFilter;
  /** The screen is of one side. */
  fixedSide?: boolean;
}

/** Own fiat orders: the open ones first and live, then day by day with what was completed; with a file of them. */
function OrderRecordsScreen({ path, title, filter, fixedSide = false }: OrderRecordsScreenProps) {
  const { t } = useLingui();
  const { side: _side, ...others } = filter;
  const change = useSearchFilters(path, fixedSide ? others : filter);
  const [exporting, setExporting] = useState(false);
  const orders = useInfiniteQuery(ordersQuery(filter));
  return (
    <Page
      title={title}
      actions={<IconButton icon={Download} label={t`Export`} onClick={() => setExporting(true)} />}
      under={<OrderFilters filter={filter} onChange={change} fixedSide={fixedSide} />}
      onRefresh={() => orders.refetch()}
      updating={orders.isFetching && orders.data !== undefined}
    >
      <OrderList filter={filter} label={title} />
      <Sheet open={exporting} onClose={() => setExporting(false)} title={t`Export orders`}>
        <Suspense fallback={<SkeletonRow count={2} />}>
          <ExportOrders filter={filter} />
        </Suspense>
      </Sheet>
    </Page>
  );
}

/** All own fiat orders. */
export function OrderRecordScreen({ filter }: { filter: OrderFilter }) {
  const { t } = useLingui();
  return <OrderRecordsScreen path="/pages/otc/Orderrecord" title={t`P2P orders`} filter={filter} />;
}

/** Own orders of one side. */
export function SideRecordScreen({ side, state }: { side: 'buy' | 'sell'; state: OrderFilter['state'] }) {
  const { t } = useLingui();
  return (
    <OrderRecordsScreen
      path={side === 'buy' ? '/pages/business/Purchaserecord' : '/pages/business/Sellingrecord'}
      title={side === 'buy' ? t`Buy orders` : t`Sell orders`}
      filter={{ side, ...(state === undefined ? {} : { state }) }}
      fixedSide
    />
  );
}

interface OrderFiltersProps {
  filter: OrderFilter;
  onChange: (change: SearchChange<OrderFilter>) => void;
  /** The screen is of one side. */
  fixedSide?: boolean;
}

/** Narrows a list of orders by side and state. */
function OrderFilters({ filter, onChange, fixedSide = false }: OrderFiltersProps) {
  const { t, i18n } = useLingui();
  const states = Object.keys(orderStateLabels) as P2pOrderState[];
  return (
    <ChipRow label={t`Filter orders`}>
      {!fixedSide && (
        <FilterChoice
          title={t`Side`}
          allLabel={t`Buys and sells`}
          value={filter.side}
          options={[
            { value: 'buy', label: t({ message: 'Buys', context: 'fiat orders' }) },
            { value: 'sell', label: t({ message: 'Sells', context: 'fiat orders' }) },
          ]}
          onChange={(side) => onChange({ side })}
        />
      )}
      <FilterChoice
        title={t`Status`}
        allLabel={t`All statuses`}
        value={filter.state}
        options={[
          { value: 'open' as const, label: t({ message: 'Open', context: 'fiat orders' }) },
          ...states.map((value) => ({ value, label: i18n._(orderStateLabels[value].name) })),
        ]}
        onChange={(state) => onChange({ state })}
      />
    </ChipRow>
  );
}
