import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Link as LinkIcon } from 'lucide-react';
import { useState } from 'react';
import type { ChainOfCoin } from '../../../../protocol/entities/chain.ts';
import { ChoiceCard } from '../../../ui/controls/ChoiceCard.tsx';
import { CoinIcon } from '../../../ui/lists/CoinIcon.tsx';
import { Stack } from '../../../ui/layout/Section.tsx';
import { Sheet } from '../../../ui/overlays/Sheet.tsx';
import { useCoinFacts } from '../../assets/holdings.ts';
import { withdrawalTermsText } from '../../deposits/chain-labels.ts';
import { CoinChoice } from '../../deposits/coin-choice.tsx';
import { NetworkSheet } from '../../deposits/network-sheet.tsx';
import { chainsQuery } from '../../deposits/queries.ts';
import type { WithdrawTerms } from './check.ts';

export function Choices({ terms, chain }: { terms: WithdrawTerms; chain: ChainOfCoin }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const all = useQuery(chainsQuery);
  const factsOf = useCoinFacts();
  const [choosing, setChoosing] = useState<'coin' | 'network' | null>(null);
  const { asset, chains } = terms;
  const go = (search: { asset: string; chain?: string }) => {
    setChoosing(null);
    void navigate({ to: '/pages/assets/mention', search, replace: true });
  };
  return (
    <Stack gap={2}>
      <ChoiceCard
        label={t`Coin`}
        value={asset}
        detail={factsOf(asset).name}
        leading={<CoinIcon symbol={asset} />}
        onClick={() => setChoosing('coin')}
      />
      <ChoiceCard
        label={t`Network`}
        value={chain.name}
        icon={LinkIcon}
        {...(chains.length > 1 ? { onClick: () => setChoosing('network') } : {})}
      />
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
