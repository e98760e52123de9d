import { ticksOfPrice } from '#protocol/core/ticks.ts';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmSheet } from '#app/ui/overlays/ConfirmSheet.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { reportedProblem } from '#app/features/order-entry/check.ts';
import { FactsCard } from '#app/features/order-entry/facts.tsx';
import { useSubmit } from '#app/features/outcomes/use-submit.ts';
import css from '../contract-sheets.module.css';
import { usePossible } from '../book/contract-state.tsx';
import { nameOf, priceText, problemLabel, toastKey } from '../contract-labels.ts';
import { ContractFailure } from '../form/failure.tsx';
import { marketNow, specFor } from '../book/snapshot.ts';
import { protectMutation } from '../mutations.ts';
import { protectionProblems } from '../form/check.ts';
import { stakeOf } from './position-figures.ts';
import { ProtectionField, type ProtectionKind } from '../form/protection-field.tsx';
import { useContract } from '../use-contract.ts';
import type { PositionSheetProps } from './position-sheet.ts';
import { useKeptState } from '#app/platform/storage/form-drafts.ts';

const protectCalls = ['POST contractPl'] as const;

/** The prices that protect a position, what is wrong with them, and their sending. */
function useProtection({ contract, position, onClose }: PositionSheetProps, mark: string | null) {
  const { t } = useLingui();
  const spec = specFor(contract);
  const [prices, setPrices] = useKeptState(`protection.${position.id}`, {
    takeProfit: position.takeProfit ?? '',
    stopLoss: position.stopLoss ?? '',
  });
  const [tried, setTried] = useState(false);
  const draft = { side: position.side, ...prices };
  const problems = protectionProblems(spec, draft, mark === null ? null : ticksOfPrice(spec, mark));
  const submit = useSubmit(
    protectCalls,
    {
      ...protectMutation(useQueryClient()),
      onSuccess: (_, set) => {
        onClose();
        const name = nameOf(contract);
        const detail = t`${name}: ${priceText(contract, set.takeProfit)} and ${priceText(contract, set.stopLoss)}`;
        toast.show({ type: 'success', title: t`Take-profit and stop-loss set`, detail, key: toastKey });
      },
    },
    ({ asked }) => asked['id'] === position.id,
  );
  return {
    submit,
    prices,
    errorOf: (field: ProtectionKind) => {
      const problem = reportedProblem(problems, field, { tried, filledIn: true });
      return problem === null ? undefined : problemLabel(contract, position.side, problem);
    },
    change: (kind: ProtectionKind, value: string) => {
      submit.reset();
      setPrices((now) => ({ ...now, [kind]: value }));
    },
    send: () => {
      setTried(true);
      if (problems.length === 0) submit.send({ id: position.id, ...prices });
    },
  };
}

/** Moves take-profit and stop-loss of a position; both look at the mark price. */
export function ProtectionSheet(props: PositionSheetProps) {
  const { open, onClose, contract, position } = props;
  const { t } = useLingui();
  const spec = specFor(contract);
  const mark = useContract(contract.id, (view) => view.mark);
  const { submit, prices, errorOf, change, send } = useProtection(props, mark);
  const { possible, reason } = usePossible(contract.id, 'protect');
  const end = position.liquidationPrice === null ? null : ticksOfPrice(spec, position.liquidationPrice);
  const name = nameOf(contract);
  return (
    <ConfirmSheet
      open={open}
      onClose={onClose}
      title={t`Protect ${name}`}
      failure={<ContractFailure error={submit.error} held={submit.held} />}
      send={{
        busy: submit.busy,
        disabled: !possible,
        disabledReason: reason,
        label: <Trans>Set both</Trans>,
      }}
      onSend={send}
    >
      <div className={css['stack']}>
        <FactsCard
          items={[
            { key: t`Entry`, value: priceText(contract, position.openPrice) },
            { key: t`Mark`, value: priceText(contract, mark) },
            { key: t`Liquidation price`, value: priceText(contract, position.liquidationPrice) },
          ]}
        />
        {(['takeProfit', 'stopLoss'] as const).map((kind) => (
          <ProtectionField
            key={kind}
            contract={contract}
            kind={kind}
            value={prices[kind]}
            onChange={(value) => change(kind, value)}
            error={errorOf(kind)}
            leverage={position.leverage}
            sized
            stakeNow={() => ({ ...stakeOf(position), end })}
            fromNow={() => ticksOfPrice(spec, position.openPrice) ?? marketNow(contract).mark}
          />
        ))}
      </div>
    </ConfirmSheet>
  );
}
