import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { P2pOrderDetail } from '#protocol/p2p/entities/trade.ts';
import { buyerAppealsFrom } from '#protocol/p2p/appeal-times.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { useServerNow } from '#app/platform/stream/stream-hooks.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { AmountCard } from '../amount-card.tsx';
import css from '../order.module.css';
import { OrderCountdown } from '../order-countdown.tsx';
import { OrderPage } from '../order-page.tsx';
import { OrderSteps } from '../order-steps.tsx';
import { moneyOf } from '../order-texts.ts';
import { TalkRow } from '../talk/talk-row.tsx';
import { PicturesRow } from '../proofs/pictures-row.tsx';
import { ProofPart } from '../proofs/proof-part.tsx';
import { CancelSheet } from './cancel-sheet.tsx';
import { PayeeRows } from './payee-rows.tsx';

/** The buyer's side of a paid order: until the seller releases, or an appeal can be opened. */
export function AwaitingReleaseView({ detail }: { detail: P2pOrderDetail }) {
  const { t } = useLingui();
  const now = useServerNow();
  const { order } = detail;
  const [cancelling, setCancelling] = useState(false);
  const { coins } = moneyOf(order);
  const from = buyerAppealsFrom(order);
  const mayAppeal = now >= from;
  const at = formatTime(from, 'time');
  return (
    <OrderPage
      detail={detail}
      title={t`Buy ${order.asset}`}
      bottom={
        <div className={css['two']}>
          <Button size="l" onClick={() => setCancelling(true)}>
            <Trans>Not paid</Trans>
          </Button>
          <Button
            kind="primary"
            size="l"
            href={`#/pages/business/appeal?id=${order.id}`}
            disabledReason={mayAppeal ? undefined : t`You can appeal from ${at}.`}
          >
            <Trans>Appeal</Trans>
          </Button>
        </div>
      }
    >
      <OrderCountdown
        from={order.paidAt ?? order.createdAt}
        until={from}
        title={mayAppeal ? <Trans>Not released yet</Trans> : <Trans>Waiting for the release</Trans>}
      >
        {mayAppeal ? (
          <Trans>{coins} stay in escrow. Ask the seller, or appeal: an arbiter decides.</Trans>
        ) : (
          <Trans>
            {coins} stay in escrow while the seller looks for your payment. You can appeal when the time is up.
          </Trans>
        )}
      </OrderCountdown>
      <OrderSteps order={order} />
      <AmountCard order={order} label={<Trans>Marked as paid</Trans>} />
      <ProofPart
        detail={detail}
        title={<Trans>Add a picture of the payment</Trans>}
        hint={<Trans>The seller sees it at once</Trans>}
      />
      <PicturesRow detail={detail} />
      <TalkRow detail={detail} />
      <PayeeRows detail={detail} />
      <CancelSheet order={order} open={cancelling} onClose={() => setCancelling(false)} />
    </OrderPage>
  );
}
