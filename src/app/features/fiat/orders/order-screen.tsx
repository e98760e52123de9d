import { type ReactNode, Suspense } from 'react';
import type { FiatOrderDetail } from '../../../../protocol/entities/fiat-trade.ts';
import { laterPart } from '../../shell/later-part.tsx';
import { OrderFrame, OrderLoading } from './order-frame.tsx';
import { EndedView } from './over/ended-view.tsx';
import { TimeOverView } from './over/time-over-view.tsx';
import { AwaitingReleaseView } from './pay/awaiting-release-view.tsx';
import { PayView } from './pay/pay-view.tsx';
import { AwaitingPaymentView } from './release/awaiting-payment-view.tsx';
import { ReleaseView } from './release/release-view.tsx';

/** Few orders come to it: the others do not carry it. */
const AppealView = laterPart(() => import('./appeal/appeal-view.tsx'), 'AppealView');

/** One own order, as far as it is: its state swaps in place, whichever address led here. */
export function OrderScreen({ id }: { id: string | undefined }) {
  return <OrderFrame id={id}>{viewOf}</OrderFrame>;
}

/** What an order shows to its viewer in its present state. */
export function viewOf(detail: FiatOrderDetail): ReactNode {
  const { id, state, side, endedBy } = detail.order;
  const isBuyer = side === 'buy';
  switch (state) {
    case 'waiting-payment':
      return isBuyer ? <PayView key={id} detail={detail} /> : <AwaitingPaymentView key={id} detail={detail} />;
    case 'paid':
      return isBuyer ? <AwaitingReleaseView key={id} detail={detail} /> : <ReleaseView key={id} detail={detail} />;
    case 'appeal':
      return (
        <Suspense key={id} fallback={<OrderLoading />}>
          <AppealView detail={detail} />
        </Suspense>
      );
    case 'cancelled':
      return endedBy === 'timeout' ? <TimeOverView detail={detail} /> : <EndedView detail={detail} />;
    case 'completed':
      return <EndedView detail={detail} />;
  }
}
