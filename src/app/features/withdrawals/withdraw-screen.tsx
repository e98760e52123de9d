import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleHelp, Coins, History } from 'lucide-react';
import { Button } from '#app/ui/controls/Button.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { Stack } from '#app/ui/layout/Section.tsx';
import { Skeleton } from '#app/ui/layout/Skeleton.tsx';
import { CoinAndNetworkSkeleton } from '../deposits/coin-card.tsx';
import { articleHref } from '../news/article-href.ts';
import { withdrawPageQuery } from './queries.ts';
import { WithdrawForm } from './form/form.tsx';
import css from './withdraw-screen.module.css';
import { OfflineAge } from '../loading/offline-age.tsx';
import { NotLoaded } from '../loading/not-loaded.tsx';

/** Withdraws a coin from the spot wallet to an address. */
export function WithdrawScreen({ asset, chain }: { asset: string; chain: string | null }) {
  const { t } = useLingui();
  const terms = useQuery(withdrawPageQuery(asset));
  const { data } = terms;
  return (
    <Page
      title={t`Withdraw`}
      actions={
        <>
          <IconButton icon={CircleHelp} label={t`How withdrawals work`} href={articleHref('help/withdraw')} />
          <IconButton
            icon={History}
            label={t`Withdrawal records`}
            href={`#/pages/assets/withdrawalRecord?asset=${asset}`}
          />
        </>
      }
      updating={terms.isFetching && data !== undefined}
    >
      {data !== undefined && <OfflineAge at={terms.dataUpdatedAt} />}
      {data === undefined && (
        <NotLoaded query={terms} title={<Trans>Withdrawals did not load</Trans>} coins>
          <WithdrawSkeleton />
        </NotLoaded>
      )}
      {data !== undefined && data.chains.length === 0 && (
        <EmptyState
          icon={Coins}
          title={t`${asset} cannot be withdrawn now`}
          text={t`Choose another coin.`}
          action={
            <Button kind="primary" href="#/pages/assets/assets">
              <Trans>Go to assets</Trans>
            </Button>
          }
        />
      )}
      {data !== undefined && data.chains.length > 0 && <WithdrawForm terms={data} chainId={chain} />}
    </Page>
  );
}

function WithdrawSkeleton() {
  return (
    <div className={css['screen']} aria-busy>
      <CoinAndNetworkSkeleton />
      <Stack gap={4}>
        <Skeleton height="74px" />
        <Skeleton height="52px" />
        <Skeleton height="52px" />
        <Skeleton height="96px" />
      </Stack>
    </div>
  );
}
