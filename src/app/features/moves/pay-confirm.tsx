import { Trans, useLingui } from '@lingui/react/macro';
import { formatNumber } from '../../platform/number-format.ts';
import type { Outcome } from '../../platform/pending-outcomes/open-outcomes.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { CoinIcon } from '../../ui/CoinIcon.tsx';
import { KeyValue } from '../../ui/KeyValue.tsx';
import { Card } from '../../ui/Section.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { LiveRegion } from '../../ui/VisuallyHidden.tsx';
import { HeldBanner } from '../outcomes/held-outcome.tsx';
import css from './moves.module.css';
import type { PaymentWish } from './mutations.ts';

export interface PayConfirmProps {
  open: boolean;
  /** The recipient's masked name. */
  name: string;
  wish: PaymentWish;
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
  const { open, name, wish, busy, failure, held, reachable, practice, onClose, onSend } = props;
  const what = `${formatNumber(wish.amount === '' ? '0' : wish.amount)} ${wish.asset}`;
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
        <CoinIcon symbol={wish.asset} size={44} />
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
            ...(wish.remark === '' ? [] : [{ key: t`Remark`, value: wish.remark }]),
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
