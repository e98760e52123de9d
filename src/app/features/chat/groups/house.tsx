import { Trans } from '@lingui/react/macro';
import { MessageCircle } from 'lucide-react';
import type { ChatMessage } from '../../../../protocol/chat/entities.ts';
import { IconTile } from '../../../ui/lists/ListRow.tsx';
import { useOrderLine } from './order-line.tsx';

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
