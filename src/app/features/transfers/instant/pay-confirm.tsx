import { Trans, useLingui } from '@lingui/react/macro';
import { formatNumber } from '../../../platform/format/number-format.ts';
import type { Outcome } from '../../../platform/pending-outcomes/open-outcomes.ts';
import { Banner } from '../../../ui/layout/Banner.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { CoinIcon } from '../../../ui/lists/CoinIcon.tsx';
import { KeyValue } from '../../../ui/lists/KeyValue.tsx';
import { Card } from '../../../ui/layout/Section.tsx';
import { Sheet } from '../../../ui/overlays/Sheet.tsx';
import { LiveRegion } from '../../../ui/layout/VisuallyHidden.tsx';
import { HeldBanner } from '../../outcomes/held-outcome.tsx';
import css from '../transfers.module.css';
import type { PaymentInput } from '../mutations.ts';

export interface PayConfirmProps {
  open: boolean;
  /** The recipient's masked name. */
  name: string;
  request: PaymentInput;
  busy: boolean;
  failure: string | null;
  /** A payment of which nobody knows yet whether it was made. */
  held: Outcome | null;
  reachable: boolean;
  practice: boolean;
  onClose: () => void;
  onSend: () => void;
}

/** Everything a payment means, before the transaction password is asked for. */
export function PayConfirm(props: PayConfirmProps) {
  const { t } = useLingui();
  const { open, name, request, busy, failure, held, reachable, practice, onClose, onSend } = props;
  const what = `${formatNumber(request.amount === '' ? '0' : request.amount)} ${request.asset}`;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t`Confirm transfer`}
      footer={
        <>
          <HeldBanner held={held} />
          {failure !== null && (
            <div className={css['told']}>
              <Banner tone="danger" inset>
                {failure}
              </Banner>
            </div>
          )}
          <LiveRegion urgent>{failure === null ? null : <Trans>Nothing was sent. {failure}</Trans>}</LiveRegion>
          <Button
            kind="primary"
            size="l"
            busy={busy}
            busyLabel={t`Sending…`}
            disabledReason={reachable ? undefined : t`No connection. Send when it is back.`}
            {...(practice ? { detail: t`practice` } : {})}
            onClick={onSend}
          >
            <Trans>Send {what}</Trans>
          </Button>
        </>
      }
    >
      <div className={css['headline']}>
        <CoinIcon symbol={request.asset} size={44} />
        <div>
          <p className={css['quantity']}>{what}</p>
          <p className={css['what']}>
            <Trans>To {name}</Trans>
          </p>
        </div>
      </div>
      <Card bare>
        <KeyValue
          roomy
          items={[
            { key: t`Recipient`, value: name },
            { key: t`Fee`, value: t({ message: 'None', context: 'a fee' }) },
            { key: t`Recipient receives`, value: what },
            ...(request.remark === '' ? [] : [{ key: t`Remark`, value: request.remark }]),
          ]}
        />
      </Card>
      <div className={css['told']}>
        <Banner tone="warn" inset>
          <Trans>Compare the name. What is sent arrives at once and cannot be taken back.</Trans>
        </Banner>
      </div>
    </Sheet>
  );
}
