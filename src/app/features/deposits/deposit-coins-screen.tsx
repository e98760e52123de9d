import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CircleHelp, Coins, History } from 'lucide-react';
import { useState } from 'react';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { articleHref } from '../news/article-href.ts';
import { depositTermsText } from './chain-labels.ts';
import { CoinChoice } from './coin-choice.tsx';
import { NetworkSheet } from './network-sheet.tsx';
import { chainsQuery } from './queries.ts';
import { NotLoaded } from '../loading/not-loaded.tsx';
import { OfflineAge } from '../loading/offline-age.tsx';

/** Which coin to deposit, and over which network. */
export function DepositCoinsScreen() {
  const { t } = useLingui();
  const chains = useQuery(chainsQuery);
  const navigate = useNavigate();
  const [asset, setAsset] = useState<string | null>(null);
  const all = chains.data?.chains;
  const own = all?.filter((chain) => chain.asset === asset) ?? [];
  const go = (coin: string, chain: string) =>
    void navigate({ to: '/pages/assets/charge', search: { asset: coin, chain } });
  const choose = (coin: string) => {
    const [only, ...more] = all?.filter((chain) => chain.asset === coin) ?? [];
    if (only !== undefined && more.length === 0) go(coin, only.chain);
    else setAsset(coin);
  };
  return (
    <Page
      title={t`Choose a coin`}
      actions={
        <>
          <IconButton icon={CircleHelp} label={t`How deposits work`} href={articleHref('help/deposit')} />
          <IconButton icon={History} label={t`Deposit records`} href="#/pages/assets/rechargeRecord" />
        </>
      }
      onRefresh={() => chains.refetch()}
      updating={chains.isFetching && all !== undefined}
    >
      {all !== undefined && <OfflineAge at={chains.dataUpdatedAt} />}
      {all === undefined && <NotLoaded query={chains} title={<Trans>Coins did not load</Trans>} rows={8} />}
      {all?.length === 0 && <EmptyState icon={Coins} title={t`No deposits now`} text={t`Open networks appear here.`} />}
      {all !== undefined && all.length > 0 && <CoinChoice chains={all} onChoose={choose} />}
      <NetworkSheet
        open={asset !== null}
        onClose={() => setAsset(null)}
        chains={own}
        value={null}
        onChange={(chain) => {
          setAsset(null);
          if (asset !== null) go(asset, chain);
        }}
        detailOf={depositTermsText}
      />
    </Page>
  );
}
