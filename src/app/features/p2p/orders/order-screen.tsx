import { type ReactNode, useEffect } from 'react';
import type { P2pOrderDetail } from '#protocol/p2p/entities/trade.ts';
import { laterPart } from '#app/features/shell/later-part.tsx';
import { OrderFrame } from './order-frame.tsx';
import { TimeOverView } from './over/time-over-view.tsx';
import { AwaitingReleaseView } from './pay/awaiting-release-view.tsx';
import { PayView } from './pay/pay-view.tsx';
import { AwaitingPaymentView } from './release/awaiting-payment-view.tsx';
import { ReleaseView } from './release/release-view.tsx';

const loadEnded = () => import('./over/ended-view.tsx');
const EndedView = laterPart(loadEnded, 'EndedView');

/** Every order ends: what says so is there by then. */
function useEndedView(): void {
  useEffect(() => void loadEnded().catch(() => undefined), []);
}

/** Few orders come to it: the others do not carry it. */
const AppealView = laterPart(() => import('./appeal/appeal-view.tsx'), 'AppealView');

/** One own order, as far as it is: its state swaps in place, whichever address led here. */
export function OrderScreen({ id }: { id: string | undefined }) {
  useEndedView();
  return <OrderFrame id={id}>{viewOf}</OrderFrame>;
}

/** What an order shows to its viewer in its present state. */
export function viewOf(detail: P2pOrderDetail): ReactNode {
  const { id, state, side, endedBy } = detail.order;
  const isBuyer = side === 'buy';
  switch (state) {
    case 'waiting-payment':
      return isBuyer ? <PayView key={id} detail={detail} /> : <AwaitingPaymentView key={id} detail={detail} />;
    case 'paid':
      return isBuyer ? <AwaitingReleaseView key={id} detail={detail} /> : <ReleaseView key={id} detail={detail} />;
    case 'appeal':
      return <AppealView key={id} detail={detail} />;
    case 'cancelled':
      return endedBy === 'timeout' ? <TimeOverView detail={detail} /> : <EndedView detail={detail} />;
    case 'completed':
      return <EndedView detail={detail} />;
  }
}
