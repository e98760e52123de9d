import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import { useFailureText } from '../../platform/refusal-text.ts';
import { refreshStream } from '../../platform/stream/stream.ts';
import { formatTime } from '../../platform/time-format.ts';
import { StaleTag } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Page } from '../../ui/Page.tsx';
import { SkeletonRow } from '../../ui/Skeleton.tsx';
import { TabPanel, Tabs } from '../../ui/Tabs.tsx';
import { useLiveTrading } from '../trade/live-trading.ts';
import { OwnAmountsEye } from '../trade/own-amount.tsx';
import css from './position-card.module.css';
import sheetCss from './contract-sheets.module.css';
import { Delegates } from './delegates.tsx';
import { Positions } from './positions.tsx';
import { configQuery } from './queries.ts';
import { useOwn } from './use-own.ts';

type List = 'positions' | 'delegates';

/** Own positions and delegates over all contracts. */
export function ContractListsScreen() {
  const { t } = useLingui();
  const client = useQueryClient();
  const [list, setList] = useState<List>('positions');
  const config = useQuery(configQuery);
  const failure = useFailureText(config.error);
  const own = useOwn();
  const { live, reason } = useLiveTrading();
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
      under={
        <Tabs<List>
          label={t`Positions and delegates`}
          group="lever-list"
          items={[
            { id: 'positions', label: t`Positions`, count: own.positions.length },
            { id: 'delegates', label: t`Delegates`, count: own.orders.length },
          ]}
          value={list}
          onChange={setList}
        />
      }
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
          <ErrorState
            title={<Trans>Contracts did not load</Trans>}
            text={failure}
            retrying={config.isFetching}
            onRetry={() => void config.refetch()}
          />
        ) : contracts === undefined || !own.known ? (
          <SkeletonRow count={4} height={64} leading={false} />
        ) : list === 'positions' ? (
          <Positions positions={own.positions} contracts={contracts} />
        ) : (
          <Delegates orders={own.orders} contracts={contracts} live={live} />
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
