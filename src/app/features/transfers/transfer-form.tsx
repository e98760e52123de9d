import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowDownUp } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import type { CallOutput } from '../../../protocol/calls.ts';
import { codes } from '../../../protocol/codes.ts';
import { wallets, type Wallet } from '../../../protocol/wallets.ts';
import { ApiRefusal } from '../../platform/api/api.ts';
import { usePracticeMode } from '../../platform/session/launch-config.ts';
import { formatNumber } from '../../platform/format/number-format.ts';
import { useReachable } from '../../platform/offline/reachability.ts';
import { useFailureText } from '../../platform/api/refusal-text.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { KeyValue } from '../../ui/lists/KeyValue.tsx';
import { PickerField } from '../../ui/controls/PickerField.tsx';
import { Icon } from '../../ui/icons.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { walletLabels } from '../assets/wallet-labels.ts';
import { SubmitFailure } from '../outcomes/submit-failure.tsx';
import { useSubmit } from '../outcomes/use-submit.ts';
import { amountProblem } from './amount-check.ts';
import { AmountField } from './amount-field.tsx';
import { useAvailable } from './available.ts';
import { CoinField } from './coin-field.tsx';
import css from './transfers.module.css';
import { transferMutation } from './mutations.ts';

const calls = ['POST transfer'] as const;

export interface TransferFormProps {
  page: CallOutput<'GET transferPage'>;
  asset: string;
  from: Wallet;
  /** Absent: the contract wallet, or spot from there. */
  to: Wallet | undefined;
}

/** From one own wallet to another, without a fee. */
export function TransferForm(props: TransferFormProps) {
  const { t, i18n } = useLingui();
  const submit = useSubmit(calls, transferMutation(useQueryClient()));
  const failure = useFailureText(submit.error);
  const practice = usePracticeMode() === true;
  const reachable = useReachable();
  const [asset, setAsset] = useState(props.asset);
  const [way, setWay] = useState<{ readonly from: Wallet; readonly to: Wallet }>({
    from: props.from,
    to: props.to !== undefined && props.to !== props.from ? props.to : props.from === 'contract' ? 'spot' : 'contract',
  });
  const [amount, setAmount] = useState('');
  const [tried, setTried] = useState(false);
  const available = useAvailable(way.from, props.page.available);
  const bounds = { available: available === null ? null : (available.get(asset) ?? '0') };
  const problem = amountProblem(amount, bounds);
  const ofAmount = submit.error instanceof ApiRefusal && amountCodes.has(submit.error.code);
  const change = (next: string) => {
    submit.reset();
    setAmount(next);
  };
  const nameOf = (wallet: Wallet) => i18n._(walletLabels[wallet].name);
  const options = (other: Wallet) =>
    wallets
      .filter((wallet) => wallet !== other)
      .map((wallet) => ({ value: wallet, label: nameOf(wallet), leading: <Icon of={walletLabels[wallet].icon} /> }));
  const request = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    submit.reset();
    if (problem !== null) return;
    submit.send(
      { asset, ...way, amount },
      {
        onSuccess: (moved) => {
          setAmount('');
          setTried(false);
          const what = `${formatNumber(moved.amount)} ${moved.asset}`;
          toast.show({ type: 'success', title: t`${what} transferred to ${nameOf(moved.to)}` });
        },
      },
    );
  };
  return (
    <form className={css['form']} noValidate onSubmit={request}>
      <CoinField
        label={t`Coin`}
        value={asset}
        coins={props.page.coins}
        available={available ?? new Map()}
        onChange={(next) => {
          setAsset(next);
          change('');
        }}
      />
      <div className={css['pair']}>
        <PickerField
          label={t`From`}
          value={way.from}
          options={options(way.to)}
          onChange={(from) => setWay({ ...way, from })}
        />
        <PickerField
          label={t`To`}
          value={way.to}
          options={options(way.from)}
          onChange={(to) => setWay({ ...way, to })}
        />
        <button
          type="button"
          className={css['swap']}
          aria-label={t`Swap the wallets`}
          onClick={() => setWay({ from: way.to, to: way.from })}
        >
          <Icon of={ArrowDownUp} size="inline" />
        </button>
      </div>
      <AmountField
        asset={asset}
        value={amount}
        bounds={bounds}
        problem={tried || problem === 'above-available' ? problem : null}
        {...(ofAmount && failure !== null ? { refusal: failure } : {})}
        onChange={change}
      />
      <KeyValue
        items={[
          { key: t`Fee`, value: t({ message: 'None', context: 'a fee' }) },
          { key: t`Arrives`, value: t`At once` },
        ]}
      />
      <SubmitFailure held={submit.held} failure={ofAmount ? null : failure} />
      <Button
        kind="primary"
        size="l"
        type="submit"
        busy={submit.busy}
        busyLabel={t`Sending…`}
        disabledReason={reachable ? undefined : t`No connection. Transfer when it is back.`}
        {...(practice ? { detail: t`practice` } : {})}
      >
        <Trans>Transfer</Trans>
      </Button>
    </form>
  );
}

/** Refusals that belong to the amount. */
const amountCodes: ReadonlySet<number> = new Set([codes.insufficientWalletBalance, codes.enterAmount]);
