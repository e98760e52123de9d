import { Trans, useLingui } from '@lingui/react/macro';
import type { Deposit } from '../../../contract/entities/deposit.ts';
import { amountsHidden } from '../../platform/hidden-amounts.ts';
import { useObservable } from '../../platform/observable.ts';
import { formatOffset, formatTime } from '../../platform/time-format.ts';
import { Banner } from '../../ui/Banner.tsx';
import { CopyText } from '../../ui/CopyText.tsx';
import { KeyValue } from '../../ui/KeyValue.tsx';
import { Amount } from '../../ui/Progress.tsx';
import { Card, TextLink } from '../../ui/Section.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { Steps } from '../../ui/Steps.tsx';
import { coinText } from './chain-words.ts';
import css from './deposit-sheet.module.css';
import { depositSteps } from './deposit-steps.ts';
import { depositFaces } from './deposit-words.ts';
import { useChainName } from './chain-name.ts';

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
  const face = depositFaces[state];
  const time = `${formatTime(at, 'date')} ${formatTime(at, 'seconds')} ${formatOffset()}`;
  const told = reason === null ? i18n._(face.meaning) : reason;
  return (
    <div className={css['facts']}>
      <p className={css['amount']}>
        <Amount hidden={hidden}>{coinText(amount, asset)}</Amount>
      </p>
      {face.tone === 'warn' || face.tone === 'danger' ? (
        <div>
          <Banner tone={face.tone} inset>
            <b>{i18n._(face.name)}.</b> {told}
          </Banner>
          <TextLink href="#/pages/workOrder/index?new=1">
            <Trans>Contact customer service</Trans>
          </TextLink>
        </div>
      ) : (
        <p className={css['meaning']}>{told}</p>
      )}
      <Steps label={t`Way of the deposit`} steps={depositSteps(deposit)} />
      <Card bare>
        <KeyValue
          roomy
          items={[
            { key: t`Network`, value: nameOf(deposit.chain) },
            { key: t`Time`, value: time },
            ...(hash === null
              ? []
              : [{ key: t`Hash`, value: <CopyText text={hash} label={t`Copy the hash`} short /> }]),
            ...(address === null
              ? []
              : [{ key: t`Address`, value: <CopyText text={address} label={t`Copy the address`} short /> }]),
            { key: t`Goes to`, value: <Trans>Spot wallet</Trans> },
          ]}
        />
      </Card>
    </div>
  );
}
