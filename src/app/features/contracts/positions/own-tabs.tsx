import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Tabs } from '#app/ui/layout/Tabs.tsx';
import type { Own } from './use-own.ts';

/** What is shown of a user's contracts. */
export type OwnList = 'positions' | 'orders';

interface OwnTabsProps {
  /** The name that tells the tabs of one screen from others. */
  readonly group: string;
  readonly own: Own;
  readonly value: OwnList;
  readonly onChange: (list: OwnList) => void;
  readonly action?: ReactNode;
}

/** Chooses between own positions and orders, each with how many there are. */
export function OwnTabs({ own, ...tabs }: OwnTabsProps) {
  const { t } = useLingui();
  return (
    <Tabs<OwnList>
      {...tabs}
      label={t`Positions and orders`}
      items={[
        { id: 'positions', label: t`Positions`, count: own.positions.length },
        { id: 'orders', label: t`Orders`, count: own.orders.length },
      ]}
    />
  );
}
