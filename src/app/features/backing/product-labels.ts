import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { CalendarClock, Gift, Landmark, type LucideIcon, Pickaxe, Rocket } from 'lucide-react';
import type { BackedProduct } from '#protocol/core/products.ts';

/** How a product is named where what stands behind it is shown. */
interface ProductLabel {
  readonly icon: LucideIcon;
  readonly name: MessageDescriptor;
  /** What its account has promised. */
  readonly promise: MessageDescriptor;
  /** Where its money comes from. */
  readonly source: MessageDescriptor;
  /** What happens while nothing is free. */
  readonly sold: MessageDescriptor;
  /** What is stopped while it holds less than it promised. */
  readonly stopped: MessageDescriptor;
}

export const productLabels: Readonly<Record<BackedProduct, ProductLabel>> = {
  'fixed-terms': {
    icon: CalendarClock,
    name: msg`Fixed terms`,
    promise: msg`interest to the end of every term`,
    source: msg`Interest comes from the fixed-terms fund`,
    sold: msg`No new terms are sold there until the fund grows`,
    stopped: msg`No new terms are sold there. Interest is paid from what is held.`,
  },
  launchpad: {
    icon: Rocket,
    name: msg`Launchpad`,
    promise: msg`new coins on sale`,
    source: msg`Every coin on sale is held`,
    sold: msg`No new subscription opens there until the fund grows`,
    stopped: msg`No new subscription opens there. Those under way are settled from what is held.`,
  },
  mining: {
    icon: Pickaxe,
    name: msg`Mining`,
    promise: msg`miners’ income to their last day`,
    source: msg`Miners’ income comes from the mining fund`,
    sold: msg`No new miners are sold there until the fund grows`,
    stopped: msg`No new miners are sold there. Income is paid from what is held.`,
  },
  rewards: {
    icon: Gift,
    name: msg`Rewards`,
    promise: msg`rewards not yet paid out`,
    source: msg`Rewards come from the rewards fund`,
    sold: msg`No new rewards are promised there until the fund grows`,
    stopped: msg`No new rewards are promised there. Rewards are paid from what is held.`,
  },
  loans: {
    icon: Landmark,
    name: msg`Loans`,
    promise: msg`ready to be lent`,
    source: msg`Lent from Dunlin’s own loans account`,
    sold: msg`Nothing is lent there until the fund grows`,
    stopped: msg`No new loans there. Collateral is returned as loans are repaid.`,
  },
};
