import { useQuery } from '@tanstack/react-query';
import type { P2pTalk } from '#protocol/p2p/entities/conversation.ts';
import type { P2pOrderDetail } from '#protocol/p2p/entities/trade.ts';
import { useAccount } from '#app/platform/stream/stream-hooks.ts';
import { useLiveOrders } from '../live-order.ts';
import { orderQuery } from '../queries.ts';

export interface OrderTalk {
  readonly detail: P2pOrderDetail;
  readonly talk: P2pTalk;
}

/** A conversation with its order, live. @returns null while it is not known, and for other groups */
export function useOrderTalk(order: string | null): OrderTalk | null {
  useLiveOrders();
  const account = useAccount();
  const { data } = useQuery({ ...orderQuery(order ?? '0'), enabled: order !== null, meta: { quiet: true } });
  const talk = account?.fiatTalks.find((one) => one.order === order) ?? data?.talk ?? null;
  return data === undefined || talk === null ? null : { detail: data, talk };
}
