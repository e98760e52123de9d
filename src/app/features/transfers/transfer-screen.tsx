import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import type { Wallet } from '#protocol/wallets/wallets.ts';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { Skeleton } from '#app/ui/layout/Skeleton.tsx';
import { TabPanel, Tabs } from '#app/ui/layout/Tabs.tsx';
import { WhenOn } from '../switches/when-on.tsx';
import { laterPart } from '../shell/later-part.tsx';
import { OfflineAge } from '../loading/offline-age.tsx';
import { lastTransfer, rememberTransfer } from './last-transfer.ts';
import { NotYet } from './page-state.tsx';
import { convertCoinsQuery } from './queries.ts';
import { TransferBetweenWallets } from './transfer-page.tsx';

/** The code of the second tab, which most who transfer never open. */
const loadConvert = () => import('./convert/form.tsx');
const ConvertForm = laterPart(loadConvert, 'ConvertForm');

const SmallBalancesScreen = laterPart(() => import('./small/screen.tsx'), 'SmallBalancesScreen');

/** What the address of the screen says. */
export interface TransferSearch {
  readonly tab?: 'convert' | 'small';
  readonly asset?: string;
  readonly from?: Wallet;
  readonly to?: Wallet;
}

/** Moves money between own wallets, or converts coins. */
export function TransferScreen({ tab, ...search }: TransferSearch) {
  if (tab !== 'small') return <MovesScreen {...search} {...(tab === undefined ? {} : { tab })} />;
  return (
    <Suspense fallback={<SmallLoading />}>
      <SmallBalancesScreen />
    </Suspense>
  );
}

function SmallLoading() {
  const { t } = useLingui();
  return (
    <Page title={t`Small balances`}>
      <div aria-busy>
        <Skeleton height="200px" />
      </div>
    </Page>
  );
}

interface MovesProps extends Omit<TransferSearch, 'tab'> {
  readonly tab?: 'convert';
}

/** Between own wallets, or one coin into another. */
function MovesScreen({ tab, ...search }: MovesProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const asset = search.asset ?? 'USDT';
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
        {shown === 'convert' ? (
          <Convert asset={asset} />
        ) : (
          <TransferBetweenWallets {...endsOf(search)} onChosen={rememberTransfer} />
        )}
      </TabPanel>
    </Page>
  );
}

/** What the form starts with: the address where it names anything, else the last choice of this device. */
function endsOf({ asset, from, to }: TransferSearch) {
  const last = asset === undefined && from === undefined && to === undefined ? lastTransfer() : null;
  return last ?? { asset: asset ?? 'USDT', from: from ?? 'spot', to };
}

function Convert({ asset }: { asset: string }) {
  const page = useQuery(convertCoinsQuery);
  // Beside its coins, not after them. Where it fails, drawing it says so.
  useEffect(() => void loadConvert().catch(() => undefined), []);
  if (page.data === undefined) return <NotYet query={page} />;
  return (
    <>
      <OfflineAge at={page.dataUpdatedAt} />
      <WhenOn feature="spot">
        <Suspense fallback={<NotYet query={page} />}>
          <ConvertForm coins={page.data.coins} from={asset} />
        </Suspense>
      </WhenOn>
    </>
  );
}
