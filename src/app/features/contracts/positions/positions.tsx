import { toastKey } from '../contract-labels.ts';
import { Trans, useLingui } from '@lingui/react/macro';
import { Layers } from 'lucide-react';
import { Suspense, useCallback, useEffect, useState } from 'react';
import type { ContractPosition, ListedContract } from '#protocol/contracts/entities.ts';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { laterSheet } from '#app/features/shell/later-part.tsx';
import { PositionCard } from './position-card.tsx';
import { loadClose, loadProfit, loadProtection } from './sheets.ts';

const CloseSheet = laterSheet(loadClose, 'CloseSheet');
const ProfitSheet = laterSheet(loadProfit, 'ProfitSheet');
const ProtectionSheet = laterSheet(loadProtection, 'ProtectionSheet');

interface PositionsProps {
  readonly positions: readonly ContractPosition[];
  readonly contracts: readonly ListedContract[];
}

/** Open positions with the ways to close and protect them. */
export function Positions({ positions, contracts }: PositionsProps) {
  const [opened, setOpened] = useState<{ id: string; sheet: 'close' | 'protect' | 'profit' } | null>(null);
  const onClose = useCallback(({ id }: ContractPosition) => setOpened({ id, sheet: 'close' }), []);
  const onProtect = useCallback(({ id }: ContractPosition) => setOpened({ id, sheet: 'protect' }), []);
  const onExplain = useCallback(({ id }: ContractPosition) => setOpened({ id, sheet: 'profit' }), []);
  const leave = useCallback(() => setOpened(null), []);
  const contractOf = (position: ContractPosition | undefined) =>
    contracts.find((contract) => contract.id === position?.contract);
  const position = positions.find(({ id }) => id === opened?.id);
  const contract = contractOf(position);
  useGone(opened !== null && position === undefined, leave);
  return (
    <>
      {positions.length === 0 && (
        <EmptyState
          icon={Layers}
          title={<Trans>No open positions</Trans>}
          text={<Trans>Positions you open appear here with their profit.</Trans>}
        />
      )}
      {positions.map((each) => {
        const its = contractOf(each);
        return its === undefined ? null : (
          <PositionCard key={each.id} contract={its} position={each} {...{ onClose, onProtect, onExplain }} />
        );
      })}
      <Suspense>
        {position !== undefined && contract !== undefined && opened !== null && (
          <>
            {opened.sheet === 'close' && (
              <CloseSheet key={position.id} open onClose={leave} contract={contract} position={position} />
            )}
            {opened.sheet === 'profit' && <ProfitSheet onClose={leave} contract={contract} position={position} />}
            {opened.sheet === 'protect' && (
              <ProtectionSheet key={position.id} open onClose={leave} contract={contract} position={position} />
            )}
          </>
        )}
      </Suspense>
    </>
  );
}

/**
 * Says why a sheet is gone whose position was closed meanwhile: by its stop, by force, or on another device. What the
 * user closed here says more, and takes its place.
 */
function useGone(gone: boolean, leave: () => void): void {
  const { t } = useLingui();
  useEffect(() => {
    if (!gone) return;
    leave();
    const title = t`This position is closed`;
    toast.show({ type: 'info', title, detail: t`See the history for the outcome.`, key: toastKey });
  }, [gone, leave, t]);
}
