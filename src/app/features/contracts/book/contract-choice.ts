import type { ContractSide } from '#protocol/contracts/entities.ts';
import { observable } from '#app/platform/observable.ts';
import { readStored, writeStored } from '#app/platform/storage/storage.ts';

/** What a user chose on the contract screen, remembered on the device. */
export interface ContractChoice {
  /** The perpetual contract, and the contract on gold. */
  readonly contract: string;
  readonly gold: string;
  readonly side: ContractSide;
  readonly type: 'limit' | 'market';
  readonly leverage: number;
  /** Whether the chart is unfolded; null until it was folded or unfolded by hand. */
  readonly chart: boolean | null;
}

const storageKey = 'dunlin.contracts';
const contractPattern = /^[A-Z0-9]{4,12}$/;

/** A leverage at which a move of some percent does not end the position: larger ones are chosen, never given. */
const firstLeverage = 5;

export const defaultContractChoice: ContractChoice = {
  contract: 'BTCPERP',
  gold: 'XAUPERP',
  side: 'long',
  type: 'market',
  leverage: firstLeverage,
  chart: null,
};

/** A stored choice; whatever is missing or not known is as by default. */
function readContractChoice(text: string | null): ContractChoice {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? 'null');
  } catch {
    return defaultContractChoice;
  }
  if (typeof stored !== 'object' || stored === null) return defaultContractChoice;
  const { contract, gold, side, type, leverage, chart } = stored as Record<string, unknown>;
  const idOr = (id: unknown, other: string) => (typeof id === 'string' && contractPattern.test(id) ? id : other);
  return {
    contract: idOr(contract, defaultContractChoice.contract),
    gold: idOr(gold, defaultContractChoice.gold),
    side: side === 'short' ? 'short' : 'long',
    type: type === 'limit' ? 'limit' : 'market',
    leverage: typeof leverage === 'number' && Number.isSafeInteger(leverage) && leverage > 0 ? leverage : firstLeverage,
    chart: typeof chart === 'boolean' ? chart : null,
  };
}

/** The choice in force. */
export const contractChoice = observable<ContractChoice>(readContractChoice(readStored(storageKey)));

/** Changes a part of the choice and remembers it. */
export function changeContractChoice(change: Partial<ContractChoice>): void {
  contractChoice.set({ ...contractChoice.get(), ...change });
  writeStored(storageKey, JSON.stringify(contractChoice.get()));
}

/** The chosen leverage, or the highest that a size allows below it. @param allowed ascending, at least one */
export function leverageWithin(chosen: number, allowed: readonly number[]): number {
  return allowed.findLast((leverage) => leverage <= chosen) ?? allowed[0] ?? 1;
}
