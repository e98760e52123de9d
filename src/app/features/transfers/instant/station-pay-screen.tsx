import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { QrCode as QrCodeIcon } from 'lucide-react';
import { Suspense, useState } from 'react';
import { amountsHidden, toggleHiddenAmounts } from '#app/platform/format/hidden-amounts.ts';
import { useObservable } from '#app/platform/observable.ts';
import { AmountsEye } from '#app/ui/controls/AmountsEye.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { TabPanel, Tabs } from '#app/ui/layout/Tabs.tsx';
import { SkeletonRow } from '#app/ui/layout/Skeleton.tsx';
import { laterPart, laterSheet } from '#app/features/shell/later-part.tsx';
import { PayForm } from './recipient.tsx';

const InstantRecords = laterPart(() => import('./instant-records.tsx'), 'InstantRecords');
const MyIdSheet = laterSheet(() => import('./my-id-sheet.tsx'), 'MyIdSheet');

/** What the address of the screen says. */
export interface StationPaySearch {
  readonly tab?: 'records';
  readonly asset?: string;
}

/** Sends coins to another user of the exchange, at once and without a fee. */
export function StationPayScreen({ tab, asset = 'USDT' }: StationPaySearch) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const hidden = useObservable(amountsHidden);
  const [showing, setShowing] = useState(false);
  const [asked, setAsked] = useState(false);
  const shown = tab ?? 'send';
  const items = [
    { id: 'send', label: t({ message: 'Send', context: 'money' }) },
    { id: 'records', label: t`Records` },
  ] as const;
  return (
    <Page
      title={t`Instant transfer`}
      actions={
        <>
          {shown === 'records' && <AmountsEye hidden={hidden} onToggle={toggleHiddenAmounts} />}
          <IconButton
            icon={QrCodeIcon}
            label={t`My ID`}
            onClick={() => {
              setAsked(true);
              setShowing(true);
            }}
          />
        </>
      }
      under={
        <Tabs
          label={t`Instant transfer`}
          group="station-pay"
          items={items}
          value={shown}
          onChange={(next) =>
            void navigate({
              to: '/pages/StationPay/StationPay',
              search: { asset, ...(next === 'records' ? { tab: next } : {}) },
              replace: true,
            })
          }
        />
      }
    >
      <TabPanel group="station-pay" value={shown}>
        {shown === 'records' ? (
          <Suspense fallback={<SkeletonRow count={6} />}>
            <InstantRecords />
          </Suspense>
        ) : (
          <PayForm asset={asset} />
        )}
      </TabPanel>
      {asked && (
        <Suspense fallback={null}>
          <MyIdSheet open={showing} onClose={() => setShowing(false)} />
        </Suspense>
      )}
    </Page>
  );
}
