import { type Feature, formerFeatures } from '#protocol/app-config/features.ts';
import type { Dealing } from '#protocol/core/call.ts';
import { type Product, products, type SwitchedOffReason } from '#protocol/core/products.ts';
import type { SwitchableArea } from './settings/market-settings.ts';

/** Products that move money, with the area of the calls that carry each; gold is with contracts, and needs a price. */
const productAreas: readonly (readonly [product: Product, area: SwitchableArea])[] = [
  ['spot', 'wallet'],
  ['options', 'option'],
  ['contracts', 'contract'],
  ['p2p', 'otc'],
  ['fixed-terms', 'earn'],
  ['launchpad', 'earn'],
  ['mining', 'earn'],
  ['loans', 'loan'],
  ['check-in', 'rewards'],
  ['referrals', 'rewards'],
  ['robots', 'quant'],
];

/**
 * Enabled parts of the product: the app shows entries to these alone. Without wallets nothing can be traded; content
 * and chat stay.
 *
 * @param hasChains whether coins can be deposited and withdrawn
 * @param hasGold whether gold has a price and is enabled
 * @param isStopped parts stopped by an operator are hidden as well
 */
export function launchFeatures(
  areasOff: readonly SwitchableArea[],
  hasChains: boolean,
  hasGold: boolean,
  isStopped: (dealing: Dealing) => boolean = () => false,
): Feature[] {
  const isOn = (area: SwitchableArea) => !areasOff.includes(area);
  const dealing = isOn('wallet')
    ? [
        ...productAreas.filter(([product, area]) => isOn(area) && !isStopped(product)).map(([product]) => product),
        ...(hasGold && !isStopped('gold') ? (['gold'] as const) : []),
        ...(hasChains && !isStopped('deposit') ? (['deposits'] as const) : []),
        ...(hasChains && !isStopped('withdrawal') ? (['withdrawals'] as const) : []),
      ]
    : [];
  return [...dealing, ...(['content', 'support', 'chat'] as const).filter(isOn)];
}

/** What is offered to one caller: the features that are on, and why the others are switched off for them. */
export interface Offered {
  readonly features: string[];
  readonly switchedOff: Record<string, SwitchedOffReason>;
}

/** Takes away what operators switched off for the caller. */
export function offeredTo(
  features: readonly Feature[],
  switchedOff: (product: Product) => SwitchedOffReason | null,
): Offered {
  const off = new Map<string, SwitchedOffReason>(
    products.flatMap((product) => {
      const reason = features.includes(product) ? switchedOff(product) : null;
      return reason === null ? [] : [[product, reason] as const];
    }),
  );
  return { features: features.filter((feature) => !off.has(feature)), switchedOff: Object.fromEntries(off) };
}

/** The same under former names too, see `formerFeatures`. */
export function withFormerFeatures({ features, switchedOff }: Offered): Offered {
  const renamed = Object.entries(formerFeatures);
  return {
    features: [...features, ...renamed.flatMap(([name, former]) => (features.includes(name) ? [former] : []))],
    switchedOff: {
      ...switchedOff,
      ...Object.fromEntries(
        renamed.flatMap(([name, former]) => {
          const reason = switchedOff[name];
          return reason === undefined ? [] : [[former, reason] as const];
        }),
      ),
    },
  };
}
