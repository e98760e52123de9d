import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ChainOfCoin } from '#protocol/chains/entities.ts';
import { Stack } from '#app/ui/layout/Section.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { withdrawalTermsText } from '#app/features/deposits/chain-labels.ts';
import { CoinCard, NetworkCard } from '#app/features/deposits/coin-card.tsx';
import { CoinChoice } from '#app/features/deposits/coin-choice.tsx';
import { NetworkSheet } from '#app/features/deposits/network-sheet.tsx';
import { chainsQuery } from '#app/features/deposits/queries.ts';
import type { WithdrawTerms } from './check.ts';

export function Choices({ terms, chain }: { terms: WithdrawTerms; chain: ChainOfCoin }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const all = useQuery(chainsQuery);
  const [choosing, setChoosing] = useState<'coin' | 'network' | null>(null);
  const { asset, chains } = terms;
  const go = (search: { asset: string; chain?: string }) => {
    setChoosing(null);
    void navigate({ to: '/pages/assets/mention', search, replace: true });
  };
  return (
    <Stack gap={2}>
      <CoinCard asset={asset} onClick={() => setChoosing('coin')} />
      <NetworkCard name={chain.name} choice={chains.length > 1} onChoose={() => setChoosing('network')} />
      <Sheet
        open={choosing === 'coin'}
        onClose={() => setChoosing(null)}
        title={t`Choose a coin to withdraw`}
        tall
        flush
      >
        <CoinChoice
          chains={(all.data?.chains ?? chains).filter(({ withdrawOpen }) => withdrawOpen)}
          onChoose={(next) => go({ asset: next })}
        />
      </Sheet>
      <NetworkSheet
        open={choosing === 'network'}
        onClose={() => setChoosing(null)}
        chains={chains}
        value={chain.chain}
        onChange={(next) => go({ asset, chain: next })}
        detailOf={withdrawalTermsText}
        closedOf={(each) => (each.withdrawOpen ? undefined : t`Closed for withdrawals`)}
      />
    </Stack>
  );
}
