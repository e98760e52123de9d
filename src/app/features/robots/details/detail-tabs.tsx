import { useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import type { CallOutput } from '#protocol/calls.ts';
import { TabPanel, Tabs } from '#app/ui/layout/Tabs.tsx';
import type { Worth } from '../live-robot.ts';
import { OrdersTab } from './orders-tab.tsx';
import { PerformanceTab } from './performance-tab.tsx';
import { Positions } from './positions.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { TradesTab } from './trades-tab.tsx';
import type { Fills } from './use-fills.ts';

interface DetailTabsProps {
  readonly detail: CallOutput<'GET quant/order/detail'>;
  readonly worth: Worth;
  readonly trades: Fills;
  readonly onPick: (id: string) => void;
  readonly onChange: () => void;
}

type Tab = 'trades' | 'orders' | 'positions' | 'performance' | 'settings';

/** Every trade, what waits in the book and is open, the value over time, and the parameters. */
export function DetailTabs({ detail, worth, trades, onPick, onChange }: DetailTabsProps) {
  const { t } = useLingui();
  const group = useId();
  const [tab, setTab] = useState<Tab>('trades');
  const { robot, orders, positions } = detail;
  const { contract } = robot;
  const count = (label: string, number: number) => (number === 0 ? label : `${label} ${number}`);
  return (
    <>
      <Tabs<Tab>
        label={t`Robot`}
        group={group}
        items={[
          { id: 'trades', label: count(t`Trades`, robot.trades) },
          { id: 'orders', label: count(t`Orders`, orders.length) },
          ...(contract === null ? [] : [{ id: 'positions' as const, label: count(t`Positions`, positions.length) }]),
          { id: 'performance', label: t`Performance` },
          { id: 'settings', label: t`Settings` },
        ]}
        value={tab}
        onChange={setTab}
      />
      <TabPanel group={group} value={tab}>
        {tab === 'trades' && <TradesTab robot={robot} trades={trades} onPick={onPick} />}
        {tab === 'orders' && <OrdersTab robot={robot} orders={orders} onPick={onPick} />}
        {tab === 'positions' && contract !== null && <Positions {...{ robot, contract, positions }} />}
        {tab === 'performance' && <PerformanceTab detail={detail} worth={worth} />}
        {tab === 'settings' && <SettingsTab robot={robot} onChange={onChange} />}
      </TabPanel>
    </>
  );
}
