import { useCallback, useSyncExternalStore } from 'react';
import type { ContractView } from '../../../contract/entities/contract.ts';
import { stream } from '../../platform/stream/stream.ts';

/**
 * What a cell reads of a contract as it runs, or null before it is told; renders only when that changes.
 *
 * @param read gives the same text or object for the same view
 */
export function useContract<View>(contract: string, read: (view: ContractView) => View): View | null {
  const topic = `contract:${contract}` as const;
  const subscribe = useCallback((cell: () => void) => stream.subscribe(topic, cell), [topic]);
  return useSyncExternalStore(subscribe, () => {
    const view = stream.view<'contract'>(topic);
    return view === null ? null : read(view);
  });
}
