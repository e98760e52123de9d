import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { ListedContract } from '../../../protocol/contracts/entities.ts';
import { loadCalculator, loadContracts, loadMore } from './sheets.ts';
import { laterSheet } from '../shell/later-part.tsx';
import { type Layer } from './contract-screen.tsx';

const ContractPicker = laterSheet(loadContracts, 'ContractPicker');

const MoreSheet = laterSheet(loadMore, 'MoreSheet');

const CalculatorSheet = laterSheet(loadCalculator, 'CalculatorSheet');

interface LayersProps {
  contract: ListedContract;
  contracts: readonly ListedContract[];
  layer: Layer | null;
  onLayer: (layer: Layer | null) => void;
}

/** What opens over the screen. */
export function Layers({ contract, contracts, layer, onLayer }: LayersProps) {
  const navigate = useNavigate();
  // Once opened it stays: the sheets behind it are its own.
  const [moreMet, setMoreMet] = useState(false);
  if (layer === 'more' && !moreMet) setMoreMet(true);
  const close = () => onLayer(null);
  const pick = (picked: string) => {
    close();
    void navigate({ to: '/pages/lever/lever', search: { contract: picked }, replace: true });
  };
  return (
    <Suspense>
      {layer === 'contracts' && (
        <ContractPicker open onClose={close} contracts={contracts} value={contract.id} onPick={pick} />
      )}
      {moreMet && (
        <MoreSheet
          open={layer === 'more'}
          onClose={close}
          contract={contract}
          onCalculate={() => onLayer('calculator')}
        />
      )}
      {layer === 'calculator' && <CalculatorSheet open onClose={close} contract={contract} />}
    </Suspense>
  );
}
