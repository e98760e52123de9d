import type { OrderLine } from '#protocol/p2p/order-lines.ts';
import type { P2pOrderEvent, P2pParty } from '#protocol/p2p/entities/trade.ts';

/** What the house says in the conversation of an order when something happened to it. */
export function talkLineOf(what: P2pOrderEvent['what'], by: P2pParty): OrderLine {
  switch (what) {
    case 'proof':
    case 'appealed':
    case 'answered':
      return `order-${what}-${by === 'seller' ? 'seller' : 'buyer'}`;
    case 'released':
      return by === 'arbiter' ? 'order-released-arbiter' : 'order-released';
    default:
      return `order-${what}`;
  }
}
