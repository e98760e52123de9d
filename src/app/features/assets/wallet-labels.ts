import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { LucideIcon } from 'lucide-react';
import { Banknote, Bot, Coins, Gem, Layers, Pickaxe, Timer } from 'lucide-react';
import type { BalancePart, Wallet } from '#protocol/wallets/wallets.ts';

/** Name and picture of each wallet. */
export const walletLabels: Readonly<Record<Wallet, { readonly name: MessageDescriptor; readonly icon: LucideIcon }>> = {
  spot: { name: msg`Spot`, icon: Coins },
  contract: { name: msg`Contracts`, icon: Layers },
  fiat: { name: msg`Fiat`, icon: Banknote },
  gold: { name: msg`Gold`, icon: Gem },
  option: { name: msg`Options`, icon: Timer },
  mining: { name: msg`Mining`, icon: Pickaxe },
  quant: { name: msg`Quant`, icon: Bot },
};

/** Labels of the parts of a balance. */
export const partNames: Readonly<Record<BalancePart, MessageDescriptor>> = {
  available: msg`Available`,
  frozen: msg`Frozen`,
  locked: msg`Locked`,
};
