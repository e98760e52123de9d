import { type ReactNode, Suspense, useState } from 'react';
import { loadCatalog } from '#app/platform/language/language.ts';
import type { StrategyName } from '#protocol/robots/maths/strategy.ts';
import { useRiskAcceptance } from '#app/features/order-entry/risk-acceptance.ts';
import { laterSheet } from '#app/features/shell/later-part.tsx';

// The words of contracts come with their notice.
const RiskNotice = laterSheet(async () => {
  const [notice] = await Promise.all([
    import('#app/features/contracts/form/risk-notice.tsx'),
    loadCatalog('contracts'),
  ]);
  return notice;
}, 'RiskNotice');

/**
 * Has the risk of contracts accepted, once in the life of an account, before a robot that trades them is started.
 *
 * @returns starts it, at once or after the notice; and the notice
 */
export function useRiskFirst(
  strategy: StrategyName,
  start: () => void,
): readonly [start: () => void, notice: ReactNode] {
  const [isShown, setShown] = useState(false);
  const risk = useRiskAcceptance(strategy === 'contract-grid' ? 'contracts' : null);
  const notice = (
    <Suspense>
      <RiskNotice
        open={isShown}
        onClose={() => setShown(false)}
        onAccept={() => {
          risk.accept();
          setShown(false);
          start();
        }}
      />
    </Suspense>
  );
  return [() => (risk.isAccepted() ? start() : setShown(true)), notice];
}
