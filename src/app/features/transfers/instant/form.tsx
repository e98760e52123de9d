import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import type { InstantTransfer } from '#protocol/wallets/entities/movement.ts';
import { remarkMaxLength } from '#protocol/core/limits.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { Card } from '#app/ui/layout/Section.tsx';
import { IconTile } from '#app/ui/lists/ListRow.tsx';
import { TextField } from '#app/ui/controls/TextField.tsx';
import { amountProblem } from '../amount-check.ts';
import { AmountField } from '../amount-field.tsx';
import { useAvailable } from '../available.ts';
import { CoinField } from '../coin-field.tsx';
import { ReceiptHeadline, ReceiptSheet } from '../receipt-sheet.tsx';
import css from '../transfers.module.css';
import { PayConfirm } from './confirm.tsx';
import { InstantFacts } from './facts.tsx';
import type { FoundRecipient } from './recipient-rows.ts';
import { hasName } from './recipient-rows.ts';
import { usePaySubmit } from './submit.ts';
import { transferPageQuery } from '../queries.ts';
import { forgetRecipient } from './recipient-draft.ts';
import { OwnHeldValue } from '#app/features/held-value/held-value.tsx';
import { HeldSubmit } from '#app/features/outcomes/held-submit.tsx';
import { useKeptState } from '#app/platform/storage/form-drafts.ts';

interface PayAmountProps {
  found: FoundRecipient;
  asset: string;
  onOther: () => void;
}

/** What is sent to a recipient, what is wrong with it, and its way over the confirmation to the result. */
function usePayEntry({ found, asset: asked }: PayAmountProps) {
  const page = useQuery(transferPageQuery);
  const submit = usePaySubmit(found);
  const [asset, setAsset] = useKeptState('payment.coin', asked);
  const [amount, setAmount] = useKeptState('payment.amount', '');
  const [remark, setRemark] = useKeptState('payment.remark', '');
  const [tried, setTried] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const [paid, setPaid] = useState<InstantTransfer | null>(null);
  const available = useAvailable('spot', page.data?.available);
  const bounds = { available: available === null ? null : (available.get(asset) ?? '0') };
  const problem = amountProblem(amount, bounds);
  const request = { to: found.to, asset, amount, remark: remark.trim() };
  return {
    submit,
    coins: page.data?.coins ?? [asset],
    available,
    bounds,
    asset,
    changeAsset: (next: string) => {
      setAsset(next);
      setAmount('');
    },
    amount,
    setAmount,
    remark,
    setRemark,
    problem: tried || problem === 'above-available' ? problem : null,
    request,
    confirming,
    stopConfirming: () => {
      if (!submit.waiting) setConfirming(false);
    },
    paid,
    endPaid: () => setPaid(null),
    confirm: (event: FormEvent) => {
      event.preventDefault();
      setTried(true);
      submit.reset();
      if (problem === null && submit.held === null) setConfirming(true);
    },
    send: () =>
      submit.send(request, (transfer) => {
        setConfirming(false);
        setPaid(transfer);
        forgetRecipient();
      }),
  };
}

/** What to send to a recipient who was found. */
export function PayAmount(props: PayAmountProps) {
  const { found, onOther } = props;
  const { t } = useLingui();
  const practice = usePracticeMode() === true;
  const reachable = useReachable();
  const { submit, asset, confirming, ...entry } = usePayEntry(props);
  const { held } = submit;
  return (
    <form className={css['form']} noValidate onSubmit={entry.confirm}>
      <Recipient found={found} onOther={onOther} />
      <CoinField
        label={t`Coin`}
        value={asset}
        coins={entry.coins}
        available={entry.available ?? new Map()}
        onChange={entry.changeAsset}
      />
      <AmountField
        asset={asset}
        value={entry.amount}
        bounds={entry.bounds}
        problem={entry.problem}
        onChange={entry.setAmount}
      />
      <TextField
        kind="text"
        label={t`Remark`}
        value={entry.remark}
        limit={remarkMaxLength}
        autoCapitalize="sentences"
        hint={t`Optional. The recipient sees it.`}
        onChange={entry.setRemark}
      />
      <OwnHeldValue />
      <HeldSubmit
        held={held}
        confirming={confirming}
        disabledReason={reachable ? undefined : t`No connection. Send when you are back online.`}
      >
        {practice ? <Trans context="money">Send (practice)</Trans> : <Trans context="money">Send</Trans>}
      </HeldSubmit>
      <PayConfirm
        open={confirming}
        found={found}
        request={entry.request}
        submit={submit}
        reachable={reachable}
        practice={practice}
        onClose={entry.stopConfirming}
        onSend={entry.send}
      />
      <PayResult
        paid={entry.paid}
        onClose={() => {
          entry.endPaid();
          onOther();
        }}
      />
    </form>
  );
}

/** Who was found, and the button that chooses another recipient. */
function Recipient({ found: { name, id }, onOther }: Pick<PayAmountProps, 'found' | 'onOther'>) {
  return (
    <div className={css['person']}>
      <IconTile icon={UserRound} />
      <div>
        <p className={css['note']}>
          <Trans>Send to</Trans>
        </p>
        <p className={css['name']}>{name}</p>
        {hasName(name, id) && (
          <p className={css['note']}>
            <Trans>ID {id}</Trans>
          </p>
        )}
      </div>
      <Button kind="text" size="s" onClick={onOther}>
        <Trans>Change</Trans>
      </Button>
    </div>
  );
}

/** That it was sent, and to whom. */
function PayResult({ paid, onClose }: { paid: InstantTransfer | null; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <ReceiptSheet result={paid} title={t({ message: 'Sent', context: 'money' })} onClose={onClose}>
      {(transfer) => (
        <>
          <ReceiptHeadline amount={`${formatNumber(transfer.amount)} ${transfer.asset}`}>
            <Trans>Arrived at {transfer.counterparty}</Trans>
          </ReceiptHeadline>
          <Card bare>
            <InstantFacts transfer={transfer} />
          </Card>
        </>
      )}
    </ReceiptSheet>
  );
}
