import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleHelp, Coins, History } from 'lucide-react';
import { useReachable } from '../../platform/offline/reachability.ts';
import { useFailureText } from '../../platform/api/refusal-text.ts';
import { formatTime } from '../../platform/format/time-format.ts';
import { StaleTag } from '../../ui/layout/Banner.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState, ErrorState } from '../../ui/layout/EmptyState.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { Stack } from '../../ui/layout/Section.tsx';
import { Skeleton } from '../../ui/layout/Skeleton.tsx';
import { articleHref } from '../news/article-href.ts';
import { withdrawPageQuery } from './queries.ts';
import { WithdrawForm } from './form/form.tsx';
import css from './withdraw-screen.module.css';

/** Withdraws a coin from the spot wallet to an address. */
export function WithdrawScreen({ asset, chain }: { asset: string; chain: string | null }) {
  const { t } = useLingui();
  const terms = useQuery(withdrawPageQuery(asset));
  const failure = useFailureText(terms.error);
  const reachable = useReachable();
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
      {data !== undefined && !reachable && (
        <p className={css['age']}>
          <StaleTag>
            <Trans>as of {formatTime(terms.dataUpdatedAt, 'time')}</Trans>
          </StaleTag>
        </p>
      )}
      {data === undefined && terms.isError && (
        <ErrorState
          title={<Trans>Withdrawals did not load</Trans>}
          text={
            <>
              <Trans>Your coins are safe.</Trans> {failure}
            </>
          }
          retrying={terms.isFetching}
          onRetry={() => void terms.refetch()}
        />
      )}
      {data === undefined && !terms.isError && <WithdrawSkeleton />}
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
      <Stack gap={2}>
        <Skeleton height="60px" />
        <Skeleton height="60px" />
      </Stack>
      <Stack gap={4}>
        <Skeleton height="74px" />
        <Skeleton height="52px" />
        <Skeleton height="52px" />
        <Skeleton height="96px" />
      </Stack>
    </div>
  );
}
