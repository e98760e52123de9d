import { Trans, useLingui } from '@lingui/react/macro';
import type { Withdrawal } from '../../../../protocol/withdrawals/entities.ts';
import { amountsHidden } from '../../../platform/format/hidden-amounts.ts';
import { useObservable } from '../../../platform/observable.ts';
import { formatOffset, formatTime } from '../../../platform/format/time-format.ts';
import { Banner } from '../../../ui/layout/Banner.tsx';
import { CopyText } from '../../../ui/controls/CopyText.tsx';
import { FactsCard } from '../../../ui/lists/FactsCard.tsx';
import { Amount } from '../../../ui/layout/Progress.tsx';
import { TextLink } from '../../../ui/layout/Section.tsx';
import { Steps } from '../../../ui/layout/Steps.tsx';
import { LiveRegion } from '../../../ui/layout/VisuallyHidden.tsx';
import { useChainName } from '../../deposits/chain-name.ts';
import { coinText } from '../../deposits/chain-labels.ts';
import css from '../../deposits/records/chain-sheet.module.css';
import { WithdrawalFrame } from './withdrawal-frame.tsx';
import { withdrawalSteps } from './withdrawal-steps.ts';
import { withdrawalLabels } from '../withdrawal-labels.ts';

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
