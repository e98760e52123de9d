import { ticksOfPrice } from '../../../../protocol/maths/ticks.ts';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ContractPosition, ListedContract } from '../../../../protocol/entities/contract.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { KeyValue } from '../../../ui/lists/KeyValue.tsx';
import { Sheet } from '../../../ui/overlays/Sheet.tsx';
import { toast } from '../../../ui/overlays/toast.ts';
import { useHeldOutcome } from '../../outcomes/held-outcome.tsx';
import formCss from '../../trade/form/order-form.module.css';
import css from '../contract-sheets.module.css';
import { usePossible } from '../book/contract-state.tsx';
import { nameOf, priceText, problemLabels } from '../contract-labels.ts';
import { Failure } from '../form/failure.tsx';
import { marketNow, specFor } from '../book/snapshot.ts';
import { protectMutation } from '../mutations.ts';
import { toastKey } from '../form/opening.ts';
import { protectionProblems } from '../form/opening-check.ts';
import { stakeOf } from './position-figures.ts';
import { ProtectionField } from '../form/protection-field.tsx';
import { useContract } from '../use-contract.ts';

const protectCalls = ['POST contractPl'] as const;

export interface ProtectionSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly contract: ListedContract;
  /** As it stands now. */
  readonly position: ContractPosition;
}

/** Moves take-profit and stop-loss of a position; both look at the mark price. */
export function ProtectionSheet({ open, onClose, contract, position }: ProtectionSheetProps) {
  const { t } = useLingui();
  const spec = specFor(contract);
  const mark = useContract(contract.id, (view) => view.mark);
  const [prices, setPrices] = useState({
    takeProfit: position.takeProfit ?? '',
    stopLoss: position.stopLoss ?? '',
  });
  const [tried, setTried] = useState(false);
  const { possible, reason } = usePossible(contract.id, 'protect');
  const draft = { side: position.side, ...prices };
  const problems = protectionProblems(spec, draft, mark === null ? null : ticksOfPrice(spec, mark));
  const shown = (field: 'takeProfit' | 'stopLoss') => {
    const problem = problems.find((one) => one.field === field);
    const isShown = problem !== undefined && (tried || problem.kind !== 'missing');
    return isShown ? problemLabels(contract, position.side, problem) : undefined;
  };
  const end = position.liquidationPrice === null ? null : ticksOfPrice(spec, position.liquidationPrice);
  const name = nameOf(contract);
  const held = useHeldOutcome(protectCalls, ({ asked }) => asked['id'] === position.id);
  const protecting = useMutation({
    ...protectMutation(useQueryClient()),
    onSuccess: (_, set) => {
      onClose();
      const detail = t`${name}: ${priceText(contract, set.takeProfit)} and ${priceText(contract, set.stopLoss)}`;
      toast.show({ type: 'success', title: t`Take-profit and stop-loss set`, detail, key: toastKey });
    },
  });
  const send = () => {
    setTried(true);
    if (problems.length > 0 || protecting.isPending || held !== null) return;
    protecting.mutate({ id: position.id, ...prices });
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t`Protect ${name}`}
      footer={
        <>
          <Failure error={protecting.error} held={held} />
          <Button
            kind="primary"
            size="l"
            busy={protecting.isPending || held !== null}
            busyLabel={t`Sending…`}
            disabled={!possible}
            disabledReason={reason}
            onClick={send}
          >
            <Trans>Set both</Trans>
          </Button>
        </>
      }
    >
      <div className={css['stack']}>
        <div className={formCss['card']}>
          <KeyValue
            roomy
            items={[
              { key: t`Entry`, value: priceText(contract, position.openPrice) },
              { key: t`Mark`, value: priceText(contract, mark) },
              { key: t`Liquidation price`, value: priceText(contract, position.liquidationPrice) },
            ]}
          />
        </div>
        {(['takeProfit', 'stopLoss'] as const).map((kind) => (
          <ProtectionField
            key={kind}
            contract={contract}
            kind={kind}
            value={prices[kind]}
            onChange={(value) => {
              protecting.reset();
              setPrices((now) => ({ ...now, [kind]: value }));
            }}
            error={shown(kind)}
            leverage={position.leverage}
            sized
            stakeNow={() => ({ ...stakeOf(position), end })}
            fromNow={() => ticksOfPrice(spec, position.openPrice) ?? marketNow(contract).mark}
          />
        ))}
      </div>
    </Sheet>
  );
}
