import { Trans, useLingui } from '@lingui/react/macro';
import { HandCoins, ReceiptText, Search, Settings, ChartPie, ChevronDown } from 'lucide-react';
import { useState, Suspense, useId } from 'react';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { SkeletonRow, Skeleton } from '#app/ui/layout/Skeleton.tsx';
import { useObservable } from '#app/platform/observable.ts';
import { Icon } from '#app/ui/icons.tsx';
import { IconTile } from '#app/ui/lists/ListRow.tsx';
import { laterPart } from '#app/features/shell/later-part.tsx';
import { AssetsError } from './assets-error.tsx';
import { CoinList } from './coin-list.tsx';
import { HoldingRows } from './holding-rows.tsx';
import { unrealisedOf, useHeldCosts } from '../costs.ts';
import { useHoldings } from '../holdings.ts';
import { PracticeSheet } from '../practice-sheet.tsx';
import { QuickActions } from './quick-actions.tsx';
import { TotalHero } from './total-hero.tsx';
import { byCoin, changeSince, shownValue, totalOf, type CoinValue } from '../valuation.ts';
import { WalletTiles } from './wallet-tiles.tsx';
import { chartsOpen, openCharts } from './charts-open.ts';
import css from './assets-screen.module.css';

/** What a user has: the total, the coins, the charts on demand, and the seven wallets. */
export function AssetsScreen() {
  const { t } = useLingui();
  const holdings = useHoldings();
  const costs = useHeldCosts();
  const [taking, setTaking] = useState(false);
  const { balances } = holdings;
  const old = holdings.oldSince !== null;
  const total = balances === null ? null : shownValue(totalOf(balances));
  return (
    <Page
      root
      title={t`Assets`}
      actions={
        <>
          <IconButton icon={Search} label={t`Search`} href="#/pages/home/market?search=1" />
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
            unrealised={balances === null ? null : unrealisedOf(byCoin(balances), costs)}
            oldSince={holdings.oldSince}
          />
          <QuickActions onPracticeCoins={() => setTaking(true)} />
          {balances === null ? (
            <SkeletonRow count={5} height={56} />
          ) : (
            <>
              <CoinList
                balances={balances}
                costs={costs}
                old={old}
                empty={<NoCoins onPracticeCoins={() => setTaking(true)} />}
              />
              <HoldingRows />
              <ChartsFold coins={byCoin(balances)} />
              <WalletTiles balances={balances} old={old} />
            </>
          )}
        </>
      )}
      <PracticeSheet open={taking} onClose={() => setTaking(false)} />
    </Page>
  );
}

/** In place of the coins while there are none. */
function NoCoins({ onPracticeCoins }: { onPracticeCoins: () => void }) {
  const { t } = useLingui();
  const practice = usePracticeMode() === true;
  const action = (
    <Button kind="primary" onClick={onPracticeCoins}>
      <Trans>Get practice coins</Trans>
    </Button>
  );
  return (
    <EmptyState
      icon={HandCoins}
      title={t`No coins yet`}
      text={practice ? t`Get practice coins to try everything without real money.` : t`Your coins appear here.`}
      {...(practice ? { action } : {})}
    />
  );
}

const Charts = laterPart(() => import('./charts.tsx'), 'default');

/** The charts, folded until they are wanted; the choice is remembered. */
function ChartsFold({ coins }: { coins: readonly CoinValue[] }) {
  const open = useObservable(chartsOpen);
  const id = useId();
  return (
    <section className={css['fold']}>
      <button
        type="button"
        className={css['head']}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => openCharts(!open)}
      >
        <IconTile icon={ChartPie} />
        <span className={css['names']}>
          <span className={css['title']}>
            <Trans>Charts</Trans>
          </span>
          <span className={css['sub']}>
            <Trans>Value over time, shares by coin</Trans>
          </span>
        </span>
        <Icon of={ChevronDown} size="row" className={css['arrow']} />
      </button>
      {open && (
        <div id={id}>
          <Suspense fallback={<Pending />}>
            <Charts coins={coins} />
          </Suspense>
        </div>
      )}
    </section>
  );
}

function Pending() {
  return (
    <div className={css['pending']}>
      <Skeleton height="240px" />
    </div>
  );
}
