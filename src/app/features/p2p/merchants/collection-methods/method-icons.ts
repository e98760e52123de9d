import { Landmark, type LucideIcon, Mail, MessageSquare, Smartphone } from 'lucide-react';
import type { PaymentMethod } from '#protocol/p2p/currencies.ts';

/** What stands for a method on its card: brands' logos are not used. */
export const methodIcons: Readonly<Record<PaymentMethod, LucideIcon>> = {
  alipay: Smartphone,
  wechat: MessageSquare,
  bank: Landmark,
  paypal: Mail,
};
