import type { FiatOrderDetail } from '../../../../../protocol/p2p/entities/trade.ts';
import type { FiatTalk } from '../../../../../protocol/p2p/entities/conversation.ts';
import { useAccount } from '../../../../platform/stream/stream-hooks.ts';

/** The conversation of an order as it is now: the account topic knows it newer than the order's answer. */
export function useTalk({ talk, order }: Pick<FiatOrderDetail, 'talk' | 'order'>): FiatTalk | null {
  const account = useAccount();
  if (talk === null) return null;
  return account?.fiatTalks.find((one) => one.order === order.id) ?? talk;
}
