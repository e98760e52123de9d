import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { ListedContract } from '#protocol/contracts/entities.ts';
import { TextLink } from '#app/ui/layout/Section.tsx';
import { SkeletonRow } from '#app/ui/layout/Skeleton.tsx';
import { TabPanel } from '#app/ui/layout/Tabs.tsx';
import { useCanLeave } from '#app/features/order-entry/leaving.ts';
import { OwnAmountsEye } from '#app/features/order-entry/own-amount.tsx';
import tradeCss from '#app/features/spot/spot-screen.module.css';
import { OpenOrders } from './open-orders.tsx';
import { type OwnList, OwnTabs } from './own-tabs.tsx';
import css from './position-card.module.css';
import { Positions } from './positions.tsx';
import type { Own } from './use-own.ts';

/** Own positions and orders of all contracts, below the form. */
export function OwnLists({ own, contracts }: { own: Own; contracts: readonly ListedContract[] }) {
  const [list, setList] = useState<OwnList>('positions');
  const canLeave = useCanLeave();
  return (
    <div className={tradeCss['lists']}>
      <OwnTabs
        group="contract-lists"
        own={own}
        value={list}
        onChange={setList}
        action={<OwnAmountsEye size="row" tone="quiet" />}
      />
      <TabPanel group="contract-lists" value={list}>
        {!own.known ? (
          <SkeletonRow count={2} height={64} leading={false} />
        ) : list === 'positions' ? (
          <Positions positions={own.positions} contracts={contracts} />
        ) : (
          <OpenOrders orders={own.orders} contracts={contracts} canCancel={canLeave} />
        )}
        <p className={css['all']}>
          <TextLink href="#/pages/lever/orderList">
            <Trans>Contract history</Trans>
          </TextLink>
        </p>
      </TabPanel>
    </div>
  );
}
