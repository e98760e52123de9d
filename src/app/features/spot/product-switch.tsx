import { useLingui } from '@lingui/react/macro';
import { useFeature } from '#app/platform/session/launch-config.ts';
import { useSwitchedOff } from '#app/platform/session/switched-off.ts';
import { useObservable } from '#app/platform/observable.ts';
import { TabLinks } from '#app/ui/layout/TabLinks.tsx';
import { contractChoice } from '../contracts/book/contract-choice.ts';

type Product = 'spot' | 'contract' | 'gold';

/** Whether a product has a way to it: also where it is switched off, because what is open there can be closed. */
function useWay(feature: 'contracts' | 'gold'): boolean {
  const isOn = useFeature(feature);
  return useSwitchedOff(feature) !== null || isOn;
}

/** The ways between spot, contracts and gold; what this exchange does not offer has none. */
export function ProductSwitch({ current }: { current: Product }) {
  const { t } = useLingui();
  const { contract, gold } = useObservable(contractChoice);
  const hasContracts = useWay('contracts');
  const hasGold = useWay('gold');
  if (!hasContracts && !hasGold) return null;
  const products: readonly { readonly id: Product; readonly label: string; readonly href: string }[] = [
    { id: 'spot', label: t`Spot`, href: '#/pages/trade/trade' },
    ...(hasContracts
      ? [{ id: 'contract' as const, label: t`Contracts`, href: `#/pages/lever/lever?contract=${contract}` }]
      : []),
    ...(hasGold ? [{ id: 'gold' as const, label: t`Gold`, href: `#/pages/lever/lever?contract=${gold}` }] : []),
  ];
  return <TabLinks label={t`Products`} items={products} current={current} />;
}
