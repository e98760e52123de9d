import { Trans, useLingui } from '@lingui/react/macro';
import { HandCoins, ReceiptText, Settings } from 'lucide-react';
import { useState } from 'react';
import { usePracticeMode } from '../../../platform/session/launch-config.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { EmptyState } from '../../../ui/layout/EmptyState.tsx';
import { IconButton } from '../../../ui/controls/IconButton.tsx';
import { Page } from '../../../ui/layout/Page.tsx';
import { SkeletonRow } from '../../../ui/layout/Skeleton.tsx';
import { TabPanel, Tabs } from '../../../ui/layout/Tabs.tsx';
import { AllocationCard, AllocationSkeleton } from './allocation-card.tsx';
import { AssetsError } from './assets-error.tsx';
import css from './assets-screen.module.css';
import { CoinList } from './coin-list.tsx';
import { useHoldings } from '../holdings.ts';
import { PracticeSheet } from '../practice-sheet.tsx';
import { QuickActions } from './quick-actions.tsx';
import { TotalHero } from './total-hero.tsx';
import { type ValuedBalance, byCoin, changeSince, shownValue, totalOf } from '../valuation.ts';
import { ValueCard } from './value-card.tsx';
import { WalletRows } from '../wallet-rows.tsx';

/** What a user has: the total, how it is spread, the wallets and the coins. */
export function AssetsScreen() {
  const { t } = useLingui();
  const holdings = useHoldings();
  const [taking, setTaking] = useState(false);
  const { balances } = holdings;
  const total = balances === null ? null : shownValue(totalOf(balances));
  return (
    <Page
      root
      title={t`Assets`}
      actions={
        <>
          <IconButton icon={ReceiptText} label={t`Records`} href="#/pages/assets/Assetrecords" />
          <IconButton icon={Settings} label={t`Settings`} href="#/pages/mine/userCenter" />
        </>
      }
      onRefresh={holdings.refresh}
      updating={holdings.fetching && balances !== null}
    >
      {balances === null && holdings.error !== null ? (
        <AssetsError holdings={holdings} />
      ) : (
        <>
          <TotalHero
            label={t`Total balance`}
            total={total}
            change={total === null ? null : changeSince(total, holdings.yesterday, holdings.flowsToday)}
            oldSince={holdings.oldSince}
          />
          <QuickActions onPracticeCoins={() => setTaking(true)} />
          {balances === null ? <AllocationSkeleton /> : <AllocationCard coins={byCoin(balances)} />}
          <div className={css['value']}>
            <ValueCard />
          </div>
          <WalletsAndCoins
            balances={balances}
            old={holdings.oldSince !== null}
            onPracticeCoins={() => setTaking(true)}
          />
        </>
      )}
      <PracticeSheet open={taking} onClose={() => setTaking(false)} />
    </Page>
  );
}

interface WalletsAndCoinsProps {
  balances: readonly ValuedBalance[] | null;
  /** The figures are old. */
  old: boolean;
  onPracticeCoins: () => void;
}

function WalletsAndCoins({ balances, old, onPracticeCoins }: WalletsAndCoinsProps) {
  const { t } = useLingui();
  const [tab, setTab] = useState<'wallets' | 'coins'>('coins');
  const practice = usePracticeMode() === true;
  const items = [
    { id: 'coins', label: t`Coins` },
    { id: 'wallets', label: t`Wallets` },
  ] as const;
  const empty = (
    <EmptyState
      icon={HandCoins}
      title={t`No coins yet`}
      text={practice ? t`Get practice coins to try everything without real money.` : t`Your coins appear here.`}
      {...(practice
        ? {
            action: (
              <Button kind="primary" onClick={onPracticeCoins}>
                <Trans>Get practice coins</Trans>
              </Button>
            ),
          }
        : {})}
    />
  );
  return (
    <div className={css['lists']}>
      <Tabs label={t`Assets by`} group="assets" items={items} value={tab} onChange={setTab} />
      <TabPanel group="assets" value={tab}>
        {balances === null && <SkeletonRow count={4} />}
        {balances !== null && tab === 'wallets' && <WalletRows balances={balances} old={old} />}
        {balances !== null && tab === 'coins' && <CoinList balances={balances} old={old} empty={empty} />}
      </TabPanel>
    </div>
  );
}
