import type { QueryClient } from '@tanstack/react-query';
import type { CallInput, CallOutput } from '#protocol/calls.ts';
import type { ContractOrder, ContractPosition } from '#protocol/contracts/entities.ts';
import { call } from '#app/platform/api/api.ts';
import { callQuery } from '#app/platform/api/call-query.ts';
import { pagesQuery } from '#app/platform/api/pages-query.ts';

/** Contracts with their rules, and the insurance fund. */
export const configQuery = callQuery('GET common/getContractConfig', {});

/** A contract before its first snapshot. */
export function contractPageQuery(contract: string) {
  return { ...callQuery('GET contractPage', { contract }), staleTime: 0 };
}

/** Which of the own records. */
type RecordKind = CallInput<'GET contractList'>['show'];

const recordsRoot = 'contractList';

/** Own orders, positions or closings, newest first, page by page; of all contracts, or of one. */
export function recordsQuery(show: RecordKind, contract?: string) {
  const filter = { show, ...(contract === undefined ? {} : { contract }) };
  return pagesQuery(
    [recordsRoot, filter],
    (cursor, signal) => call('GET contractList', { ...filter, ...cursor }, { signal }),
    ({ orders, positions, closings }) => orders.length + positions.length + closings.length,
  );
}

/** Takes all open positions and orders as the stream has them for the last answers, which the device keeps. */
export function keepOpenRecords(
  client: QueryClient,
  positions: readonly ContractPosition[],
  orders: readonly ContractOrder[],
): void {
  const keep = (show: RecordKind, own: Partial<CallOutput<'GET contractList'>>) => {
    const page = { orders: [], positions: [], closings: [], next: null, ...own };
    client.setQueryData(recordsQuery(show).queryKey, { pages: [page], pageParams: [null] });
  };
  keep('positions', { positions: [...positions] });
  keep('orders', { orders: [...orders] });
}

/** Asks again for the records on screen; others are asked for when they are seen. */
export function refreshRecords(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: [recordsRoot] });
}
