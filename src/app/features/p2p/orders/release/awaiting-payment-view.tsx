import { Trans, useLingui } from '@lingui/react/macro';
import type { P2pOrderDetail } from '#protocol/p2p/entities/trade.ts';
import { useServerNow } from '#app/platform/stream/stream-hooks.ts';
import { TimeOverView } from '../over/time-over-view.tsx';
import { CounterpartyRow } from '../counterparty-row.tsx';
import { OrderCountdown } from '../order-countdown.tsx';
import { OrderPage } from '../order-page.tsx';
import { OrderSteps } from '../order-steps.tsx';
import { moneyOf } from '../order-texts.ts';
import { TalkRow } from '../talk/talk-row.tsx';
import { isTimeOver } from '../order-times.ts';
import { ExpectedCard } from './expected-card.tsx';

/** The seller's side of an order that waits for the payment: there is nothing to do yet. */
export function AwaitingPaymentView({ detail }: { detail: P2pOrderDetail }) {
  const { t } = useLingui();
  const now = useServerNow();
  const { order } = detail;
  const { coins } = moneyOf(order);
  if (isTimeOver(order, now)) return <TimeOverView detail={detail} />;
  return (
    <OrderPage detail={detail} title={t`Sell ${order.asset}`}>
      <OrderCountdown from={order.createdAt} until={order.payUntil} title={<Trans>Waiting for the payment</Trans>}>
        <Trans>{coins} are in escrow. Unpaid when the time is up, they come back to your fiat wallet.</Trans>
      </OrderCountdown>
      <OrderSteps order={order} />
      <ExpectedCard detail={detail} waiting />
      <TalkRow detail={detail} />
      <CounterpartyRow detail={detail} />
    </OrderPage>
  );
}
