import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import type { Wallet } from '../../../protocol/wallets.ts';
import { useReachable } from '../../platform/offline/reachability.ts';
import { useFailureText } from '../../platform/api/refusal-text.ts';
import { formatTime } from '../../platform/format/time-format.ts';
import { StaleTag } from '../../ui/layout/Banner.tsx';
import { ErrorState } from '../../ui/layout/EmptyState.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { Skeleton } from '../../ui/layout/Skeleton.tsx';
import { TabPanel, Tabs } from '../../ui/layout/Tabs.tsx';
import { ConvertForm } from './convert/form.tsx';
import css from './transfers.module.css';
import { convertCoinsQuery, transferPageQuery } from './queries.ts';
import { TransferForm } from './transfer-form.tsx';

/** What the address of the screen says. */
export interface TransferSearch {
  readonly tab?: 'convert';
  readonly asset?: string;
  readonly from?: Wallet;
  readonly to?: Wallet;
}

/** Moves money between own wallets, or converts one coin into another. */
export function TransferScreen({ tab, asset = 'USDT', from = 'spot', to }: TransferSearch) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const shown = tab ?? 'transfer';
  const items = [
    { id: 'transfer', label: t`Transfer` },
    { id: 'convert', label: t`Convert` },
  ] as const;
  const kind = shown === 'convert' ? 'convert' : 'transfer';
  return (
    <Page
      title={shown === 'convert' ? t`Convert` : t`Transfer`}
      actions={<IconButton icon={ReceiptText} label={t`Records`} href={`#/pages/assets/Assetrecords?kind=${kind}`} />}
      under={
        <Tabs
          label={t`Move`}
          group="moves"
          items={items}
          value={shown}
          onChange={(next) =>
            void navigate({
              to: '/pages/assets/transfer',
              search: { asset, ...(next === 'convert' ? { tab: next } : {}) },
              replace: true,
            })
          }
        />
      }
    >
      <TabPanel group="moves" value={shown}>
        {shown === 'convert' ? <Convert asset={asset} /> : <Transfer asset={asset} from={from} to={to} />}
      </TabPanel>
    </Page>
  );
}

function Transfer({ asset, from, to }: { asset: string; from: Wallet; to: Wallet | undefined }) {
  const page = useQuery(transferPageQuery);
  if (page.data === undefined) return <NotYet query={page} />;
  return (
    <>
      <Age at={page.dataUpdatedAt} />
      <TransferForm page={page.data} asset={asset} from={from} to={to} />
    </>
  );
}

function Convert({ asset }: { asset: string }) {
  const page = useQuery(convertCoinsQuery);
  if (page.data === undefined) return <NotYet query={page} />;
  return (
    <>
      <Age at={page.dataUpdatedAt} />
      <ConvertForm coins={page.data.coins} from={asset} />
    </>
  );
}

function Age({ at }: { at: number }) {
  const reachable = useReachable();
  if (reachable) return null;
  return (
    <p className={css['age']}>
      <StaleTag>
        <Trans>as of {formatTime(at, 'time')}</Trans>
      </StaleTag>
    </p>
  );
}

interface Waiting {
  readonly isError: boolean;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
}

/** Nothing to show yet: a skeleton, or why there is none. */
function NotYet({ query }: { query: Waiting }) {
  const failure = useFailureText(query.error);
  if (query.isError) {
    return (
      <ErrorState
        title={<Trans>Balances did not load</Trans>}
        text={
          <>
            <Trans>Your coins are safe.</Trans> {failure}
          </>
        }
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return (
    <div className={css['form']} aria-busy>
      <Skeleton height="60px" />
      <Skeleton height="128px" />
      <Skeleton height="74px" />
      <Skeleton height="52px" />
    </div>
  );
}
