import { type EntryForm, useEntryForm } from '#app/features/order-entry/state.ts';
import type { OpeningField } from './check.ts';

/** What a user fills in besides side, type and leverage, which are remembered. */
export type OpeningFields = EntryForm<OpeningField>;

const empty = { price: '', lots: '', takeProfit: '', stopLoss: '' };

/** The order form of one contract. @param contract its id */
export function useOpeningFields(contract: string): OpeningFields {
  return useEntryForm<OpeningField>(`contract.${contract}`, empty);
}

/** After a change of side: take-profit and stop-loss stand on the wrong side of the price now. */
export const otherSide = { values: { takeProfit: '', stopLoss: '' } } as const;
