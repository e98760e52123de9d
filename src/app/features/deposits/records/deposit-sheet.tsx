import { Trans, useLingui } from '@lingui/react/macro';
import type { Deposit } from '#protocol/deposits/entities.ts';
import { amountsHidden } from '#app/platform/format/hidden-amounts.ts';
import { useObservable } from '#app/platform/observable.ts';
import { formatOffset, formatTime } from '#app/platform/format/time-format.ts';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { CopyText } from '#app/ui/controls/CopyText.tsx';
import { FactsCard } from '#app/ui/lists/FactsCard.tsx';
import { Amount } from '#app/ui/layout/Progress.tsx';
import { TextLink } from '#app/ui/layout/Section.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { Steps } from '#app/ui/layout/Steps.tsx';
import { coinText } from '../chain-labels.ts';
import css from './chain-sheet.module.css';
import { depositSteps } from './deposit-steps.ts';
import { depositLabels } from '../deposit-labels.ts';
import { useChainName } from '../chain-name.ts';

/** Everything about one deposit, as far as it is. */
export function DepositSheet({ deposit, onClose }: { deposit: Deposit | null; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Sheet open={deposit !== null} onClose={onClose} title={t`Deposit`}>
      {deposit !== null && <DepositFacts deposit={deposit} />}
    </Sheet>
  );
}

function DepositFacts({ deposit }: { deposit: Deposit }) {
  const { t, i18n } = useLingui();
  const hidden = useObservable(amountsHidden);
  const nameOf = useChainName();
  const { amount, asset, state, reason, hash, address, at } = deposit;
  const stateLabel = depositLabels[state];
  const time = `${formatTime(at, 'date')} ${formatTime(at, 'seconds')} ${formatOffset()}`;
  const shown = reason === null ? i18n._(stateLabel.meaning) : reason;
  return (
    <div className={css['facts']}>
      <p className={css['amount']}>
        <Amount hidden={hidden}>{coinText(amount, asset)}</Amount>
      </p>
      {stateLabel.tone === 'warn' || stateLabel.tone === 'danger' ? (
        <div>
          <Banner tone={stateLabel.tone} inset>
            <b>{i18n._(stateLabel.name)}.</b> {shown}
          </Banner>
          <TextLink href="#/pages/workOrder/index?new=1">
            <Trans>Contact customer service</Trans>
          </TextLink>
        </div>
      ) : (
        <p className={css['meaning']}>{shown}</p>
      )}
      <Steps label={t`Deposit progress`} steps={depositSteps(deposit)} />
      <FactsCard
        items={[
          { key: t`Network`, value: nameOf(deposit.chain) },
          { key: t`Time`, value: time },
          ...(hash === null ? [] : [{ key: t`Hash`, value: <CopyText text={hash} label={t`Copy the hash`} short /> }]),
          ...(address === null
            ? []
            : [{ key: t`Address`, value: <CopyText text={address} label={t`Copy the address`} short /> }]),
          { key: t`Credited to`, value: <Trans>Spot wallet</Trans> },
        ]}
      />
    </div>
  );
}
