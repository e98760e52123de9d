import { useReachable } from '#app/platform/offline/reachability.ts';

/**
 * Whether an act that lowers a risk or leaves can be sent: cancelling an order, closing a position. Such an act needs
 * the exchange's answer and no price, so that it never waits for the stream: some networks block the stream alone.
 */
export function useCanLeave(): boolean {
  return useReachable();
}
