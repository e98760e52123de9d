import { useLingui } from '@lingui/react/macro';
import { Link as LinkIcon } from 'lucide-react';
import type { ChainOfCoin } from '#protocol/chains/entities.ts';
import { IconTile } from '#app/ui/lists/ListRow.tsx';
import { PickerList } from '#app/ui/controls/PickerList.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';

interface NetworkSheetProps {
  open: boolean;
  onClose: () => void;
  /** The chains of one coin. */
  chains: readonly ChainOfCoin[];
  value: string | null;
  onChange: (chain: string) => void;
  /** What matters of a network here. */
  detailOf: (chain: ChainOfCoin) => string;
  /** Why a network cannot be chosen. */
  closedOf?: (chain: ChainOfCoin) => string | undefined;
}

/** The networks of a coin: one of them is chosen. */
export function NetworkSheet({ open, onClose, chains, value, onChange, detailOf, closedOf }: NetworkSheetProps) {
  const { t } = useLingui();
  const options = chains.map((chain) => ({
    value: chain.chain,
    label: chain.name,
    detail: detailOf(chain),
    leading: <IconTile icon={LinkIcon} />,
    disabledReason: closedOf?.(chain),
  }));
  return (
    <Sheet open={open} onClose={onClose} title={t`Choose the network`} flush>
      <PickerList label={t`Network`} value={value} options={options} onChange={onChange} />
    </Sheet>
  );
}
