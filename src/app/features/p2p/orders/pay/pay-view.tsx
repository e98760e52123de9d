import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import type { P2pOrderDetail } from '#protocol/p2p/entities/trade.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { useServerNow } from '#app/platform/stream/stream-hooks.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { OneLine } from '#app/ui/controls/OneLine.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { FailureBanner } from '#app/ui/layout/FailureBanner.tsx';
import { ConfirmSheet } from '#app/ui/overlays/ConfirmSheet.tsx';
import { AmountCard } from '../amount-card.tsx';
import { paidMutation } from '../mutations.ts';
import css from '../order.module.css';
import { OrderCountdown } from '../order-countdown.tsx';
import { OrderPage } from '../order-page.tsx';
import { OrderSteps } from '../order-steps.tsx';
import { moneyOf } from '../order-texts.ts';
import { TalkRow } from '../talk/talk-row.tsx';
import { isTimeOver } from '../order-times.ts';
import { proofsOf } from '../proofs/proof-picture.tsx';
import { PicturesRow } from '../proofs/pictures-row.tsx';
import { ProofPart } from '../proofs/proof-part.tsx';
import { TimeOverView } from '../over/time-over-view.tsx';
import { bankName } from '../verified-name.tsx';
import { CancelSheet } from './cancel-sheet.tsx';
import { PayeeRows } from './payee-rows.tsx';

/** Marks an order as paid, once. */
function usePaid(id: string) {
  const paid = useMutation(paidMutation(useQueryClient()));
  return {
    send: (onSuccess: () => void) => {
      if (!paid.isPending) paid.mutate(id, { onSuccess });
    },
    busy: paid.isPending,
    failure: useFailureText(paid.error),
  };
}

/** The buyer's side of an order that waits for the payment. */
export function PayView({ detail }: { detail: P2pOrderDetail }) {
  const { t } = useLingui();
  const now = useServerNow();
  const { order, buyerName } = detail;
  const { coins } = moneyOf(order);
  const name = bankName(buyerName);
  if (isTimeOver(order, now)) return <TimeOverView detail={detail} />;
  return (
    <OrderPage detail={detail} title={t`Buy ${order.asset}`} bottom={<PayActions detail={detail} />}>
      <OrderCountdown from={order.createdAt} until={order.payUntil} title={<Trans>Pay the seller</Trans>}>
        <Trans>
          {coins} are locked for you. Pay from an account in the name {name}.
        </Trans>
      </OrderCountdown>
      <OrderSteps order={order} />
      <AmountCard order={order} label={<Trans>Amount to pay, exactly</Trans>} copied />
      <PayeeRows detail={detail} />
      <PaymentNote />
      <ProofPart
        detail={detail}
        title={<Trans>Add a picture of the payment</Trans>}
        hint={<Trans>Without one, the seller is warned after 2 min</Trans>}
      />
      <PicturesRow detail={detail} />
      <TalkRow detail={detail} />
    </OrderPage>
  );
}

function PayActions({ detail }: { detail: P2pOrderDetail }) {
  const { t } = useLingui();
  const { order } = detail;
  const reachable = useReachable();
  const practice = usePracticeMode();
  const [open, setOpen] = useState<'cancel' | 'paid' | null>(null);
  const paid = usePaid(order.id);
  const { amount } = moneyOf(order);
  const hasProof = proofsOf(detail, 'buyer').length > 0;
  const words = practice === true ? { detail: t`(practice)` } : {};
  const send = () => paid.send(() => setOpen(null));
  const offline = reachable ? undefined : t`No connection now.`;
  return (
    <>
      {hasProof && <FailureBanner text={paid.failure} />}
      <div className={css['two']}>
        <Button size="l" onClick={() => setOpen('cancel')}>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          kind="primary"
          size="l"
          {...words}
          busy={hasProof && paid.busy}
          busyLabel={t`Sending…`}
          disabledReason={offline}
          onClick={() => (hasProof ? send() : setOpen('paid'))}
        >
          <OneLine>
            <Trans>I have paid {amount}</Trans>
          </OneLine>
        </Button>
      </div>
      <ConfirmSheet
        open={open === 'paid'}
        onClose={() => setOpen(null)}
        title={<Trans>Paid without a picture?</Trans>}
        failure={<FailureBanner text={paid.failure} />}
        send={{
          kind: 'primary',
          busy: paid.busy,
          disabledReason: offline,
          label: <Trans>I have paid {amount}</Trans>,
          ...words,
        }}
        onSend={send}
      >
        <p>
          <Trans>
            The seller is warned when there is no picture after 2 minutes, and may wait longer. You can still add one
            after this step.
          </Trans>
        </p>
      </ConfirmSheet>
      <CancelSheet order={order} open={open === 'cancel'} onClose={() => setOpen(null)} />
    </>
  );
}

/** In practice: that nobody is paid. With real money: what the payment may say. */
function PaymentNote() {
  const practice = usePracticeMode();
  if (practice === null) return null;
  if (!practice) {
    return (
      <div className={css['block']}>
        <Banner tone="warn" inset>
          <Trans>Write only the reference. Do not write the name of a coin or of Dunlin in the payment.</Trans>
        </Banner>
      </div>
    );
  }
  return (
    <p className={css['note']}>
      <Icon of={FlaskConical} />
      <span>
        <Trans>No real money is traded here. Pay nobody: tap “I have paid” and the seller answers.</Trans>
      </span>
    </p>
  );
}
