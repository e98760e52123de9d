import type { Dealing } from '../../../protocol/call.ts';
import type { SwitchableArea } from './settings/market-settings.ts';

/** Parts of the product that move money, with the area of the contract that carries each. */
const dealings: readonly (readonly [feature: string, area: SwitchableArea, dealing: Dealing])[] = [
  ['spot', 'wallet', 'spot'],
  ['options', 'option', 'option'],
  ['contracts', 'contract', 'contract'],
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
