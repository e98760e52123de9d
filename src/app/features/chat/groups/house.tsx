import { Trans, useLingui } from '@lingui/react/macro';
import { MessageCircle } from 'lucide-react';
import type { ChatMessage } from '#protocol/chat/entities.ts';
import type { OrderLine } from '#protocol/p2p/order-lines.ts';
import { IconTile } from '#app/ui/lists/ListRow.tsx';

/**
 * What Dunlin says: the greeting at the start of a room with its purpose and what Dunlin will never ask for, or a line
 * about an order in its conversation.
 */
export function HouseText({ house }: { readonly house: NonNullable<ChatMessage['house']> }) {
  const orderLine = useOrderLine();
  if (house !== 'welcome') return <span>{orderLine(house)}</span>;
  return (
    <span>
      <Trans>
        Welcome to the lounge. Ask about trading, share what you have learned, help others. Dunlin never asks for a
        password, a code or coins here; anyone who does is not from Dunlin.
      </Trans>
    </span>
  );
}

/** The house among users. */
export function HousePicture() {
  return <IconTile icon={MessageCircle} tone="accent" />;
}

/** What the house says in the conversation of an order, for each change of its state. */
function useOrderLine(): (line: OrderLine) => string {
  const { t } = useLingui();
  return (line) => {
    const lines: Readonly<Record<OrderLine, string>> = {
      'order-taken': t`The order is open. Its coins are held in escrow.`,
      'order-paid': t`The buyer marked the order as paid.`,
      'order-proof-buyer': t`The buyer added a payment proof.`,
      'order-proof-seller': t`The seller added a picture as evidence.`,
      'order-appealed-buyer': t`The buyer appealed. An arbiter will decide.`,
      'order-appealed-seller': t`The seller appealed. An arbiter will decide.`,
      'order-answered-buyer': t`The buyer made a statement on the appeal.`,
      'order-answered-seller': t`The seller made a statement on the appeal.`,
      'order-released': t`The seller released the coins to the buyer.`,
      'order-released-arbiter': t`The arbiter released the coins to the buyer.`,
      'order-refunded': t`The arbiter returned the coins to the seller.`,
      'order-cancelled': t`The buyer cancelled the order. The coins were returned to the seller.`,
      'order-expired': t`The payment time ran out. The order was cancelled and the coins were returned to the seller.`,
      'order-unproven': t`Marked as paid, without a payment proof so far. Release only once the money is in your account.`,
      'order-question': t`Which bank or account did you pay from, and in whose name? Please answer here.`,
      'order-case': t`Customer service opened a case: one side’s account cannot trade now. Do not pay an unpaid order. An arbiter decides a paid one.`,
      'order-asked': t`The arbiter asked a question. It stands in the appeal, with the time to answer.`,
    };
    return lines[line];
  };
}
