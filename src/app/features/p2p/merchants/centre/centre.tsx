import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock, Settings } from 'lucide-react';
import type { CallOutput } from '../../../../../protocol/calls.ts';
import { IconButton } from '../../../../ui/controls/IconButton.tsx';
import { Banner } from '../../../../ui/layout/Banner.tsx';
import { Page } from '../../../../ui/layout/Page.tsx';
import { OfflineAge } from '../../../loading/offline-age.tsx';
import { openOrdersQuery } from '../queries.ts';
import { PauseRow } from '../settings/pause-row.tsx';
import { CentreAdverts } from '../../adverts/centre-adverts.tsx';
import { CentreHead } from './centre-head.tsx';
import { DayCard } from './day-card.tsx';
import { CentreTiles } from './centre-tiles.tsx';
import { DutyList } from './duty-list.tsx';

interface CentreProps {
  readonly standing: CallOutput<'GET legalMgrPage'>;
  /** When the standing was answered, in epoch milliseconds of the device. */
  readonly at: number;
  readonly onRefresh: () => Promise<unknown>;
}

/** The merchant's day: who one is, what is due next, the deposit, the adverts. */
export function CentreView({ standing, at, onRefresh }: CentreProps) {
  const { t } = useLingui();
  const orders = useQuery({ ...openOrdersQuery, refetchOnMount: 'always' }).data?.list ?? [];
  return (
    <Page
      title={t`Merchant centre`}
      onRefresh={onRefresh}
      actions={
        <>
          <IconButton icon={CalendarClock} label={t`Orders`} href="#/pages/otc/Orderrecord" />
          <IconButton icon={Settings} label={t`Merchant settings`} href="#/pages/business/Merchantsettings" />
        </>
      }
    >
      <OfflineAge at={at} />
      <CentreHead standing={standing} />
      <PauseRow settings={standing.settings} />
      {standing.deposit.state === 'refund-review' && (
        <Banner inset tone="warn">{t`The refund of your deposit is under review: nothing can be published.`}</Banner>
      )}
      <DayCard day={standing.day} />
      <DutyList orders={orders} />
      <CentreTiles standing={standing} />
      <CentreAdverts standing={standing} />
    </Page>
  );
}
