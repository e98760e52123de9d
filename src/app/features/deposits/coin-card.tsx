import { useLingui } from '@lingui/react/macro';
import { Link } from 'lucide-react';
import type { ReactNode } from 'react';
import { ChoiceCard } from '#app/ui/controls/ChoiceCard.tsx';
import { Stack } from '#app/ui/layout/Section.tsx';
import { Skeleton } from '#app/ui/layout/Skeleton.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { useCoinFacts } from '../assets/holdings.ts';

/** The coin that comes or goes; leads to the others, by an address or a sheet. */
export function CoinCard({ asset, ...way }: { asset: string; href?: string; onClick?: () => void }) {
  const { t } = useLingui();
  const factsOf = useCoinFacts();
  return (
    <ChoiceCard
      label={t`Coin`}
      value={asset}
      detail={factsOf(asset).name}
      leading={<CoinIcon symbol={asset} />}
      {...way}
    />
  );
}

interface NetworkCardProps {
  readonly name: string;
  readonly detail?: ReactNode;
  /** Whether there are others to choose. */
  readonly choice: boolean;
  readonly onChoose: () => void;
}

/** The network it comes or goes by. */
export function NetworkCard({ name, detail, choice, onChoose }: NetworkCardProps) {
  const { t } = useLingui();
  return (
    <ChoiceCard
      label={t`Network`}
      value={name}
      detail={detail}
      icon={Link}
      {...(choice ? { onClick: onChoose } : {})}
    />
  );
}

/** The places of both while they load. */
export function CoinAndNetworkSkeleton() {
  return (
    <Stack gap={2}>
      <Skeleton height="60px" />
      <Skeleton height="60px" />
    </Stack>
  );
}
