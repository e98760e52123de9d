import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import { refreshStream } from '#app/platform/stream/stream.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { StaleTag } from '#app/ui/layout/Banner.tsx';
import { Button } from '#app/ui/controls/Button.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { SkeletonRow } from '#app/ui/layout/Skeleton.tsx';
import { TabPanel } from '#app/ui/layout/Tabs.tsx';
import { useCanLeave } from '#app/features/order-entry/leaving.ts';
import { useLiveTrading } from '#app/features/order-entry/live-trading.ts';
import { OwnAmountsEye } from '#app/features/order-entry/own-amount.tsx';
import css from '../positions/position-card.module.css';
import sheetCss from '../contract-sheets.module.css';
import { OpenOrders } from '../positions/open-orders.tsx';
import { type OwnList, OwnTabs } from '../positions/own-tabs.tsx';
import { Positions } from '../positions/positions.tsx';
import { configQuery } from '../queries.ts';
import { useOwn } from '../positions/use-own.ts';
import { LoadError } from '#app/features/loading/load-error.tsx';

/** Own positions and orders over all contracts. */
export function ContractListsScreen() {
  const { t } = useLingui();
  const client = useQueryClient();
  const [list, setList] = useState<OwnList>('positions');
  const config = useQuery(configQuery);
  const own = useOwn();
  const { reason } = useLiveTrading();
  const canLeave = useCanLeave();
  const contracts = config.data?.contracts;
  const at = own.asOf === null ? null : formatTime(own.asOf, 'time');
  return (
    <Page
      title={t`Positions`}
      actions={
        <>
          <OwnAmountsEye />
          <IconButton icon={History} label={t`History`} href="#/pages/lever/orderList" />
        </>
      }
      under={<OwnTabs group="lever-list" own={own} value={list} onChange={setList} />}
      onRefresh={() => {
        refreshStream();
        return client.refetchQueries({ type: 'active' });
      }}
    >
      <TabPanel group="lever-list" value={list}>
        {reason !== null && at !== null && (
          <div className={sheetCss['age']}>
            <StaleTag>
              <Trans>as of {at}</Trans>
            </StaleTag>
          </div>
        )}
        {contracts === undefined && config.isError ? (
          <LoadError query={config} title={<Trans>Contracts did not load</Trans>} />
        ) : contracts === undefined || !own.known ? (
          <SkeletonRow count={4} height={64} leading={false} />
        ) : list === 'positions' ? (
          <Positions positions={own.positions} contracts={contracts} />
        ) : (
          <OpenOrders orders={own.orders} contracts={contracts} canCancel={canLeave} />
        )}
        <div className={css['all']}>
          <Button wide={false} href="#/pages/lever/lever">
            <Trans>Open contracts</Trans>
          </Button>
        </div>
      </TabPanel>
    </Page>
  );
}
