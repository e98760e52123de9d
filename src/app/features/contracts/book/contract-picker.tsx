import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ListedContract } from '#protocol/contracts/entities.ts';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { ListRow } from '#app/ui/lists/ListRow.tsx';
import { Section } from '#app/ui/layout/Section.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { baseText, leverageText, nameOf, priceText } from '../contract-labels.ts';
import { useContract } from '../use-contract.ts';

const groups = [
  { wallet: 'contract', name: msg`Perpetual` },
  { wallet: 'gold', name: msg`Gold` },
] as const;

interface ContractPickerProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly contracts: readonly ListedContract[];
  readonly value: string;
  readonly onPick: (id: string) => void;
}

/** All contracts with their mark prices as they run, gold apart. */
export function ContractPicker({ open, onClose, contracts, value, onPick }: ContractPickerProps) {
  const { i18n } = useLingui();
  return (
    <Sheet open={open} onClose={onClose} title={<Trans>Contracts</Trans>} flush>
      {groups.map(({ wallet, name }) => {
        const own = contracts.filter((contract) => contract.wallet === wallet);
        return own.length === 0 ? null : (
          <Section key={wallet} title={i18n._(name)}>
            {own.map((contract) => (
              <Row key={contract.id} contract={contract} current={contract.id === value} onPick={onPick} />
            ))}
          </Section>
        );
      })}
    </Sheet>
  );
}

function Row(props: { contract: ListedContract; current: boolean; onPick: (id: string) => void }) {
  const { contract, current, onPick } = props;
  const { t } = useLingui();
  const mark = useContract(contract.id, (view) => view.mark);
  const state = useContract(contract.id, (view) => view.state);
  const lot = baseText(contract, 1);
  const most = leverageText(contract.leverages.at(-1) ?? 1);
  return (
    <ListRow
      leading={<CoinIcon symbol={contract.base} />}
      title={nameOf(contract)}
      sub={t`Lots of ${lot}, up to ${most}`}
      value={priceText(contract, mark)}
      valueSub={state === 'closed' ? t`Closed` : state === 'reduce-only' ? t`Close only` : t`Mark`}
      aria-current={current ? 'true' : undefined}
      onClick={() => onPick(contract.id)}
    />
  );
}
