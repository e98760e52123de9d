import {
  Ban,
  Banknote,
  Gavel,
  Headset,
  ImageIcon,
  Lock,
  LockOpen,
  type LucideIcon,
  MessageCircleQuestionMark,
  Scale,
  TimerOff,
  TriangleAlert,
} from 'lucide-react';
import type { ChatMessage } from '#protocol/chat/entities.ts';
import type { OrderLine } from '#protocol/p2p/order-lines.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { Icon } from '#app/ui/icons.tsx';
import { HouseText } from '../groups/house.tsx';
import css from './talk.module.css';

const icons: Readonly<Record<OrderLine, LucideIcon>> = {
  'order-taken': Lock,
  'order-paid': Banknote,
  'order-proof-buyer': ImageIcon,
  'order-proof-seller': ImageIcon,
  'order-appealed-buyer': Scale,
  'order-appealed-seller': Scale,
  'order-answered-buyer': Scale,
  'order-answered-seller': Scale,
  'order-released': LockOpen,
  'order-released-arbiter': Gavel,
  'order-refunded': Gavel,
  'order-cancelled': Ban,
  'order-expired': TimerOff,
  'order-unproven': TriangleAlert,
  'order-asked': Gavel,
  'order-case': Headset,
  'order-question': MessageCircleQuestionMark,
};

/** A change of an order in its conversation: in the middle, with its time. */
export function SystemLine({ house, at }: { house: OrderLine; at: ChatMessage['at'] }) {
  return (
    <div className={css['system']}>
      <Icon of={icons[house]} size="note" />
      <span>
        <time dateTime={new Date(at).toISOString()}>{formatTime(at, 'time')}</time> <HouseText house={house} />
      </span>
    </div>
  );
}
