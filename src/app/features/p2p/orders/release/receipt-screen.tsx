import type { ReactNode } from 'react';
import type { P2pOrderDetail } from '#protocol/p2p/entities/trade.ts';
import { OrderFrame } from '../order-frame.tsx';
import { viewOf } from '../order-screen.tsx';
import { ReleaseView } from './release-view.tsx';

/** Confirms the receipt of the money, also of an order under appeal; shows the order where there is nothing to release. */
export function ReceiptScreen({ id }: { id: string | undefined }) {
  return <OrderFrame id={id}>{releaseOf}</OrderFrame>;
}

function releaseOf(detail: P2pOrderDetail): ReactNode {
  const { side, state } = detail.order;
  return side === 'sell' && state === 'appeal' ? <ReleaseView detail={detail} /> : viewOf(detail);
}
