import type { Dealing } from '#protocol/core/call.ts';
import { type Product, products, type SwitchedOffReason } from '#protocol/core/products.ts';
import type { SwitchableArea } from './settings/market-settings.ts';

/** Parts of the product that move money, with the area of the contract that carries each. */
const dealings: readonly (readonly [feature: string, area: SwitchableArea, dealing: Dealing])[] = [
  ['spot', 'wallet', 'spot'],
  ['options', 'option', 'option'],
  ['contracts', 'contract', 'contract'],
  ['fiat', 'otc', 'fiat'],
  ['earn', 'earn', 'earn'],
  ['launch', 'earn', 'launch'],
  ['mining', 'earn', 'mining'],
  ['loans', 'loan', 'loan'],
  ['sign-in', 'rewards', 'sign-in'],
  ['team', 'rewards', 'team'],
  ['quant', 'quant', 'quant'],
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
): string[] {
  const isOn = (area: SwitchableArea) => !areasOff.includes(area);
  const dealing = isOn('wallet')
    ? [
        ...dealings.filter(([, area, dealing]) => isOn(area) && !isStopped(dealing)).map(([feature]) => feature),
        ...(hasGold && !isStopped('gold') ? ['gold'] : []),
        ...(hasChains && !isStopped('deposit') ? ['deposits'] : []),
        ...(hasChains && !isStopped('withdrawal') ? ['withdrawals'] : []),
      ]
    : [];
  return [...dealing, ...(['content', 'support', 'chat'] as const).filter(isOn)];
}

/** The features of the products that can be switched. */
const featureOf: Readonly<Record<Product, string>> = {
  spot: 'spot',
  contract: 'contracts',
  gold: 'gold',
  option: 'options',
  fiat: 'fiat',
  earn: 'earn',
  launch: 'launch',
  mining: 'mining',
  loan: 'loans',
  'sign-in': 'sign-in',
  team: 'team',
  quant: 'quant',
};

/** What is offered to one caller: the features that are on, and why the others are switched off for them. */
export interface Offered {
  readonly features: string[];
  readonly switchedOff: Record<string, SwitchedOffReason>;
}

/** Takes away what operators switched off for the caller. */
export function offeredTo(
  features: readonly string[],
  switchedOff: (product: Product) => SwitchedOffReason | null,
): Offered {
  const off = new Map(
    products.flatMap((product) => {
      const reason = features.includes(featureOf[product]) ? switchedOff(product) : null;
      return reason === null ? [] : [[featureOf[product], reason] as const];
    }),
  );
  return { features: features.filter((feature) => !off.has(feature)), switchedOff: Object.fromEntries(off) };
}
