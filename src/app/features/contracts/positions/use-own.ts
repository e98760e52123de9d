import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ContractOrder, ContractPosition, ListedContract } from '#protocol/contracts/entities.ts';
import { useObservable } from '#app/platform/observable.ts';
import { session } from '#app/platform/session/session.ts';
import { useAccount, useBalance } from '#app/platform/stream/stream-hooks.ts';
import { settling } from '../contract-labels.ts';
import { keepOpenRecords, recordsQuery } from '../queries.ts';

/** Own open positions and orders of all contracts, newest first. */
export interface Own {
  readonly positions: readonly ContractPosition[];
  readonly orders: readonly ContractOrder[];
  readonly known: boolean;
  /** When they were answered, where the stream does not carry them. */
  readonly asOf: number | null;
  /** Of the wallet asked for; null while not known. */
  readonly available: string | null;
}

/**
 * Own contracts as streamed; before the first snapshot, as answered last.
 *
 * @param wallet whose available money is returned
 */
export function useOwn(wallet: ListedContract['wallet'] = 'contract'): Own {
  const account = useAccount();
  const balance = useBalance(wallet, settling);
  const asks = useObservable(session) !== null && account === null;
  const positions = useInfiniteQuery({ ...recordsQuery('positions'), enabled: asks });
  const orders = useInfiniteQuery({ ...recordsQuery('orders'), enabled: asks });
  const client = useQueryClient();
  const running = account?.positions ?? null;
  const runningOrders = account?.contractOrders ?? null;
  // Nothing is asked for while the stream speaks, and a start without a network must know what it said.
  useEffect(() => {
    if (running !== null && runningOrders !== null) keepOpenRecords(client, running, runningOrders);
  }, [client, running, runningOrders]);
  if (account !== null) {
    const available = balance?.available ?? '0';
    return { positions: account.positions, orders: account.contractOrders, known: true, asOf: null, available };
  }
  return {
    positions: positions.data?.pages.flatMap((page) => page.positions) ?? [],
    orders: orders.data?.pages.flatMap((page) => page.orders) ?? [],
    known: positions.data !== undefined && orders.data !== undefined,
    asOf: positions.dataUpdatedAt || null,
    available: null,
  };
}
