import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowDownUp } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { type Wallet, isHeldIn, wallets } from '#protocol/wallets/wallets.ts';
import type { CallOutput } from '#protocol/calls.ts';
import { codes } from '#protocol/core/codes.ts';
import { compareDecimals, type Decimal } from '#protocol/core/decimal.ts';
import { ApiRefusal } from '#app/platform/api/api.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { useBalance } from '#app/platform/stream/stream-hooks.ts';
import { SubmitButton } from '#app/ui/forms/SubmitButton.tsx';
import { OneLine } from '#app/ui/controls/OneLine.tsx';
import { KeyValue } from '#app/ui/lists/KeyValue.tsx';
import { PickerField } from '#app/ui/controls/PickerField.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { useKeptState } from '#app/platform/storage/form-drafts.ts';
import { OfflineAge } from '../loading/offline-age.tsx';
import type { TransferChoice } from './last-transfer.ts';
import { NotYet } from './page-state.tsx';
import { transferPageQuery } from './queries.ts';
import { walletLabels } from '../assets/wallet-labels.ts';
import { OwnHeldValue } from '../held-value/held-value.tsx';
import { SubmitFailure } from '../outcomes/submit-failure.tsx';
import { useSubmit } from '../outcomes/use-submit.ts';
import { amountProblem } from './amount-check.ts';
import { AmountField } from './amount-field.tsx';
import { useAvailable } from './available.ts';
import { CoinField } from './coin-field.tsx';
import css from './transfers.module.css';
import { transferMutation } from './mutations.ts';

interface TransferBetweenWalletsProps {
  readonly asset: string;
  readonly from: Wallet;
  readonly to: Wallet | undefined;
  /** Called with every other coin or pair of wallets that is chosen. */
  readonly onChosen?: (choice: TransferChoice) => void;
  /** After a transfer went through. */
  readonly onTransferred?: () => void;
}

/** The transfer form with its balances, or why they are not there yet. */
export function TransferBetweenWallets(props: TransferBetweenWalletsProps) {
  const page = useQuery(transferPageQuery);
  if (page.data === undefined) return <NotYet query={page} />;
  return (
    <>
      <OfflineAge at={page.dataUpdatedAt} />
      <TransferForm page={page.data} {...props} />
    </>
  );
}

const calls = ['POST transfer'] as const;

interface TransferFormProps {
  page: CallOutput<'GET transferPage'>;
  asset: string;
  from: Wallet;
  /** Absent: the contract wallet, or spot from there. */
  to: Wallet | undefined;
  /** Called with every other coin or pair of wallets that is chosen. */
  onChosen?: (choice: TransferChoice) => void;
  /** After a transfer went through. */
  onTransferred?: () => void;
}

interface WalletPair {
  readonly from: Wallet;
  readonly to: Wallet;
}

/** What is moved, what is wrong with it, and its sending. */
function useTransferEntry(props: TransferFormProps) {
  const { t, i18n } = useLingui();
  const submit = useSubmit(calls, transferMutation(useQueryClient()));
  // A remembered coin may be listed no more.
  const [asset, setAsset] = useKeptState(
    'transfer.coin',
    props.page.coins.includes(props.asset) ? props.asset : 'USDT',
  );
  const [way, setWay] = useKeptState<WalletPair>('transfer.way', {
    from: props.from,
    to: props.to !== undefined && props.to !== props.from ? props.to : props.from === 'contract' ? 'spot' : 'contract',
  });
  const [amount, setAmount] = useKeptState('transfer.amount', '');
  const [tried, setTried] = useState(false);
  const available = useAvailable(way.from, props.page.available);
  const bounds = { available: available === null ? null : (available.get(asset) ?? '0') };
  const problem = amountProblem(amount, bounds);
  const change = (next: string) => {
    submit.reset();
    setAmount(next);
  };
  return {
    submit,
    asset,
    way,
    changeWay: (next: WalletPair) => {
      setWay(next);
      props.onChosen?.({ asset, ...next });
    },
    amount,
    change,
    available,
    bounds,
    problem: tried || problem === 'above-available' ? problem : null,
    changeAsset: (next: string) => {
      setAsset(next);
      props.onChosen?.({ asset: next, ...way });
      change('');
    },
    request: (event: FormEvent) => {
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
            const nameOf = (wallet: Wallet) => i18n._(walletLabels[wallet].name);
            toast.show({ type: 'success', title: t`${what} transferred to ${nameOf(moved.to)}` });
            props.onTransferred?.();
          },
        },
      );
    },
  };
}

/** From one own wallet to another, without a fee. */
function TransferForm(props: TransferFormProps) {
  const { t } = useLingui();
  const { submit, asset, amount, available, change, ...entry } = useTransferEntry(props);
  const failure = useFailureText(submit.error);
  const practice = usePracticeMode() === true;
  const reachable = useReachable();
  const ofAmount = submit.error instanceof ApiRefusal && amountCodes.has(submit.error.code);
  return (
    <form className={css['form']} noValidate onSubmit={entry.request}>
      <CoinField
        label={t`Coin`}
        value={asset}
        coins={props.page.coins}
        available={available ?? new Map()}
        onChange={entry.changeAsset}
      />
      <WalletPairField value={entry.way} onChange={entry.changeWay} />
      <AmountField
        asset={asset}
        value={amount}
        bounds={entry.bounds}
        problem={entry.problem}
        note={<HeldNote wallet={entry.way.from} asset={asset} />}
        {...(ofAmount && failure !== null ? { refusal: failure } : {})}
        onChange={change}
      />
      <KeyValue
        items={[
          { key: t`Fee`, value: t({ message: 'None', context: 'a fee' }) },
          { key: t`Arrives`, value: t`Immediately` },
        ]}
      />
      {isHeldIn(entry.way.from) && !isHeldIn(entry.way.to) && <OwnHeldValue />}
      <SubmitFailure held={submit.held} failure={ofAmount ? null : failure} />
      <SubmitButton
        busy={submit.busy}
        busyLabel={t`Sending…`}
        disabledReason={reachable ? undefined : t`No connection. Transfer when you are back online.`}
      >
        <OneLine>{practice ? <Trans>Transfer (practice)</Trans> : <Trans>Transfer</Trans>}</OneLine>
      </SubmitButton>
    </form>
  );
}

/** The wallet that pays and the one that receives, never the same, and a button that swaps them. */
function WalletPairField({ value, onChange }: { value: WalletPair; onChange: (pair: WalletPair) => void }) {
  const { t, i18n } = useLingui();
  const { from, to } = value;
  const options = (other: Wallet) =>
    wallets
      .filter((wallet) => wallet !== other)
      .map((wallet) => ({
        value: wallet,
        label: i18n._(walletLabels[wallet].name),
        leading: <Icon of={walletLabels[wallet].icon} />,
      }));
  return (
    <div className={css['pair']}>
      <PickerField
        label={t`From`}
        value={from}
        options={options(to)}
        onChange={(next) => onChange({ from: next, to })}
      />
      <PickerField label={t`To`} value={to} options={options(from)} onChange={(next) => onChange({ from, to: next })} />
      <button
        type="button"
        className={css['swap']}
        aria-label={t`Swap the wallets`}
        onClick={() => onChange({ from: to, to: from })}
      >
        <Icon of={ArrowDownUp} size="inline" />
      </button>
    </div>
  );
}

/** Refusals that belong to the amount. */
const amountCodes: ReadonlySet<number> = new Set([codes.insufficientWalletBalance, codes.enterAmount]);

const isSome = (amount: Decimal | undefined) => amount !== undefined && compareDecimals(amount, '0') > 0;

/** What stays in a wallet of contracts and why: margin of open positions, and what resting orders need. */
function HeldNote({ wallet, asset }: { readonly wallet: Wallet; readonly asset: string }) {
  const balance = useBalance(wallet, asset);
  if (balance === null || (wallet !== 'contract' && wallet !== 'gold')) return null;
  const [margin, orders] = [formatNumber(balance.locked), formatNumber(balance.frozen)];
  return (
    <>
      {isSome(balance.locked) && (
        <>
          {' '}
          <Trans>{margin} stays as margin of open positions.</Trans>
        </>
      )}
      {isSome(balance.frozen) && (
        <>
          {' '}
          <Trans>{orders} stays for open orders.</Trans>
        </>
      )}
    </>
  );
}
