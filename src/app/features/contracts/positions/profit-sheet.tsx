import { Trans } from '@lingui/react/macro';
import type { ContractPosition, ListedContract } from '#protocol/contracts/entities.ts';
import { ticksOfPrice } from '#protocol/core/ticks.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { KeyValue } from '#app/ui/lists/KeyValue.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import formCss from '#app/features/order-entry/order-entry.module.css';
import { specFor } from '../book/snapshot.ts';
import { priceText } from '../contract-labels.ts';
import { resultRows } from '../history/result-rows.tsx';
import { useContract } from '../use-contract.ts';
import { resultAt } from './position-figures.ts';

interface ProfitSheetProps {
  readonly onClose: () => void;
  readonly contract: ListedContract;
  /** As it stands now. */
  readonly position: ContractPosition;
}

/** What the profit of an open position is made of, as the mark price runs. */
export function ProfitSheet({ onClose, contract, position }: ProfitSheetProps) {
  const mark = useContract(contract.id, (view) => view.mark);
  const spec = specFor(contract);
  const ticks = mark === null ? null : ticksOfPrice(spec, mark);
  const at = priceText(contract, mark);
  const opened = `${formatTime(position.openedAt, 'day')}, ${formatTime(position.openedAt, 'seconds')}`;
  return (
    <Sheet open onClose={onClose} title={<Trans>Profit and loss</Trans>}>
      {ticks !== null && position.lots > 0 && (
        <div className={formCss['card']}>
          <KeyValue roomy items={resultRows(resultAt(spec, position, ticks), true)} />
        </div>
      )}
      <p className={formCss['note']}>
        <Trans>
          If all lots were closed at the mark price of {at}. Opened {opened}.
        </Trans>
      </p>
    </Sheet>
  );
}
