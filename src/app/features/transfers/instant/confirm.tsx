import { Trans, useLingui } from '@lingui/react/macro';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { FactsCard } from '#app/ui/lists/FactsCard.tsx';
import { Headline } from '#app/ui/layout/Headline.tsx';
import { ConfirmSheet } from '#app/ui/overlays/ConfirmSheet.tsx';
import { SubmitFailure } from '#app/features/outcomes/submit-failure.tsx';
import css from '../transfers.module.css';
import type { PaymentInput } from '../mutations.ts';
import { useRecipientRows } from './recipient-rows.ts';
import type { FoundRecipient } from './recipient-rows.ts';
import type { PaySubmit } from './submit.ts';

interface PayConfirmProps {
  open: boolean;
  found: FoundRecipient;
  request: PaymentInput;
  submit: Pick<PaySubmit, 'busy' | 'held' | 'error'>;
  reachable: boolean;
  practice: boolean;
  onClose: () => void;
  onSend: () => void;
}

/** Everything a payment means, before the transaction password is asked for. */
export function PayConfirm(props: PayConfirmProps) {
  const { t } = useLingui();
  const { open, found, request, submit, reachable, practice, onClose, onSend } = props;
  const { name } = found;
  const recipient = useRecipientRows(found);
  const failure = useFailureText(submit.error);
  const what = `${formatNumber(request.amount === '' ? '0' : request.amount)} ${request.asset}`;
  return (
    <ConfirmSheet
      open={open}
      onClose={onClose}
      title={t`Confirm transfer`}
      failure={
        <SubmitFailure held={submit.held} failure={failure} announced={<Trans>Nothing was sent. {failure}</Trans>} />
      }
      send={{
        busy: submit.busy,
        disabledReason: reachable ? undefined : t`No connection. Send when you are back online.`,
        ...(practice ? { detail: t`practice` } : {}),
        label: <Trans>Send {what}</Trans>,
      }}
      onSend={onSend}
    >
      <Headline leading={<CoinIcon symbol={request.asset} size={44} />} amount={what}>
        <Trans>To {name}</Trans>
      </Headline>
      <FactsCard
        items={[
          ...recipient,
          { key: t`Fee`, value: t({ message: 'None', context: 'a fee' }) },
          { key: t`Recipient receives`, value: what },
          ...(request.remark === '' ? [] : [{ key: t`Remark`, value: request.remark }]),
        ]}
      />
      <div className={css['warning']}>
        <Banner tone="warn" inset>
          <Trans>Compare these details with the recipient. Transfers arrive immediately and cannot be undone.</Trans>
        </Banner>
      </div>
    </ConfirmSheet>
  );
}
