import type { SwitchableArea } from './config.ts';

/** Parts of the product that move money, with the area of the contract that carries each. */
const dealings: readonly (readonly [feature: string, area: SwitchableArea])[] = [
  ['spot', 'wallet'],
  ['options', 'option'],
  ['contracts', 'contract'],
];

/**
 * Parts of the product that are on: the page shows the ways into these alone. Without wallets there is nothing to
 * deal with; what is read and said stays.
 *
 * @param hasChains whether coins come and go by a chain
 * @param hasGold whether gold has a price and is switched on
 */
export function launchFeatures(areasOff: readonly SwitchableArea[], hasChains: boolean, hasGold: boolean): string[] {
  const isOn = (area: SwitchableArea) => !areasOff.includes(area);
  const dealing = isOn('wallet')
    ? [
        ...dealings.filter(([, area]) => isOn(area)).map(([feature]) => feature),
        ...(hasGold ? ['gold'] : []),
        ...(hasChains ? ['deposits', 'withdrawals'] : []),
      ]
    : [];
  return [...dealing, ...(['content', 'support', 'chat'] as const).filter(isOn)];
}
