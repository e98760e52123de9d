import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Withdrawal, WithdrawalState } from '#protocol/withdrawals/entities.ts';
import { amountsHidden } from '#app/platform/format/hidden-amounts.ts';
import { useObservable } from '#app/platform/observable.ts';
import { formatOffset, formatTime } from '#app/platform/format/time-format.ts';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { CopyText } from '#app/ui/controls/CopyText.tsx';
import { FactsCard } from '#app/ui/lists/FactsCard.tsx';
import { Amount } from '#app/ui/layout/Progress.tsx';
import { TextLink } from '#app/ui/layout/Section.tsx';
import { type Step, Steps, type StepState } from '#app/ui/layout/Steps.tsx';
import { LiveRegion } from '#app/ui/layout/VisuallyHidden.tsx';
import { useChainName } from '#app/features/deposits/chain-name.ts';
import { coinText } from '#app/features/deposits/chain-labels.ts';
import css from '#app/features/deposits/records/chain-sheet.module.css';
import { blocksOf } from '#app/features/deposits/records/deposit-steps.ts';
import { WithdrawalFrame } from './withdrawal-frame.tsx';
import { withdrawalLabels } from '../withdrawal-labels.ts';

/** How many steps are behind, by the state. */
const reached: Readonly<Record<Exclude<WithdrawalState, 'refused' | 'failed'>, number>> = {
  'under-review': 0,
  approved: 1,
  sent: 2,
  confirmed: 4,
};

/** The way a withdrawal goes, and where it is or ended. */
function withdrawalSteps(withdrawal: Withdrawal): readonly Step[] {
  const { state, confirmations, neededConfirmations, delayed } = withdrawal;
  const review = { id: 'review', label: t`Under review` };
  const approved = { id: 'approved', label: t`Approved` };
  const sent = { id: 'sent', label: t`Sent` };
  if (state === 'refused') {
    return [
      { ...review, state: 'done' },
      { id: 'refused', label: t`Rejected`, detail: t`The whole amount is back in your wallet.`, state: 'failed' },
    ];
  }
  if (state === 'failed') {
    return [
      { ...review, state: 'done' },
      { ...approved, state: 'done' },
      {
        id: 'failed',
        label: t`Failed on the chain`,
        detail: t`The whole amount is back in your wallet.`,
        state: 'failed',
      },
    ];
  }
  const behind = reached[state];
  const stateAt = (index: number): StepState => (index < behind ? 'done' : index === behind ? 'now' : 'ahead');
  const waits = delayed
    ? t`It takes longer than usual: the network has not accepted it yet. Your amount stays reserved until it is sent or returned to you.`
    : undefined;
  // What was sent is behind; the blocks that settle it are what is under way.
  const onChain = state === 'sent' || state === 'confirmed';
  return [
    { ...review, state: stateAt(0) },
    { ...approved, detail: onChain ? undefined : waits, state: onChain ? 'done' : stateAt(1) },
    { ...sent, detail: onChain ? waits : undefined, state: onChain ? 'done' : 'ahead' },
    {
      id: 'confirmed',
      label: t`Confirmed`,
      detail: onChain ? blocksOf(confirmations, neededConfirmations) : undefined,
      state: state === 'confirmed' ? 'done' : onChain ? 'now' : 'ahead',
    },
  ];
}

interface WithdrawalSheetProps {
  withdrawal: Withdrawal | null;
  onClose: () => void;
}

/** Everything about one withdrawal, as far as it is. */
export function WithdrawalSheet({ withdrawal, onClose }: WithdrawalSheetProps) {
  return (
    <WithdrawalFrame open={withdrawal !== null} onClose={onClose}>
      {withdrawal !== null && <WithdrawalFacts withdrawal={withdrawal} />}
    </WithdrawalFrame>
  );
}

/** How far a withdrawal is, and everything about it. */
export function WithdrawalFacts({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t, i18n } = useLingui();
  const hidden = useObservable(amountsHidden);
  const nameOf = useChainName();
  const { amount, asset, fee, receives, state, reason, hash, address, remark, at } = withdrawal;
  const stateLabel = withdrawalLabels[state];
  const shown = (figure: string) => <Amount hidden={hidden}>{coinText(figure, asset)}</Amount>;
  const time = `${formatTime(at, 'date')} ${formatTime(at, 'seconds')} ${formatOffset()}`;
  return (
    <div className={css['facts']}>
      <p className={css['amount']}>{shown(amount)}</p>
      <LiveRegion>{i18n._(stateLabel.name)}</LiveRegion>
      {(state === 'refused' || state === 'failed') && (
        <div>
          <Banner tone="danger" inset>
            <b>{i18n._(stateLabel.name)}.</b> {reason}
          </Banner>
          <TextLink href="#/pages/workOrder/index?new=1">
            <Trans>Contact customer service</Trans>
          </TextLink>
        </div>
      )}
      <Steps label={t`Withdrawal progress`} steps={withdrawalSteps(withdrawal)} />
      <FactsCard
        items={[
          { key: t`Fee`, value: shown(fee) },
          { key: t`You receive`, value: shown(receives) },
          { key: t`Network`, value: nameOf(withdrawal.chain) },
          { key: t`Address`, value: <CopyText text={address} label={t`Copy the address`} short /> },
          ...(hash === null ? [] : [{ key: t`Hash`, value: <CopyText text={hash} label={t`Copy the hash`} short /> }]),
          { key: t`Remark`, value: remark },
          { key: t`Time`, value: time },
        ]}
      />
    </div>
  );
}
