import { useLingui } from '@lingui/react/macro';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { CallOutput } from '#protocol/calls.ts';
import { multiplyDecimals } from '#protocol/core/decimal.ts';
import type { ContractSide, ListedContract } from '#protocol/contracts/entities.ts';
import type { Order } from '#protocol/spot/entities.ts';
import type { ChartMarker } from '#app/chart/kline/kline-options.ts';
import { callQuery } from '#app/platform/api/call-query.ts';
import { amountsHidden } from '#app/platform/format/hidden-amounts.ts';
import { useFeature } from '#app/platform/session/launch-config.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { useObservable } from '#app/platform/observable.ts';
import { session } from '#app/platform/session/session.ts';
import { stream } from '#app/platform/stream/stream.ts';
import { configQuery } from '../contracts/queries.ts';
import type { ChartedPair } from './charted-pair.ts';

/** The newest of each list: what is older stands outside of what most charts show. */
const size = '100';
const noMarkers: readonly ChartMarker[] = [];
const noContracts: readonly ListedContract[] = [];

type Records = CallOutput<'GET contractList'>;

/** What markers say; made of words and of what happened. */
interface MarkerLabels {
  spot(order: Order): string;
  opened(side: ContractSide, amount: string, price: string): string;
  closed(side: ContractSide, amount: string, price: string): string;
}

/** A letter as traders write it in every language. */
const letters = { buy: 'B', sell: 'S' } as const;

/** Fills of own spot orders: one marker each, at the average price. */
export function spotMarkers(orders: readonly Order[], labels: MarkerLabels): ChartMarker[] {
  return orders.flatMap((order): ChartMarker[] => {
    if (order.averagePrice === null || !/[1-9]/.test(order.filled)) return [];
    const { side, updatedAt } = order;
    return [
      { atMs: updatedAt, price: Number(order.averagePrice), side, letter: letters[side], text: labels.spot(order) },
    ];
  });
}

/** Entries and exits of own positions: a long is bought and then sold, a short the other way. */
export function contractMarkers(
  contract: Pick<ListedContract, 'lotSize' | 'base'>,
  { positions, closings }: Pick<Records, 'positions' | 'closings'>,
  labels: MarkerLabels,
): ChartMarker[] {
  const amountOf = (lots: number) =>
    `${formatNumber(multiplyDecimals(contract.lotSize, String(lots), 8))} ${contract.base}`;
  const entries = positions.map((position): ChartMarker => {
    const side = position.side === 'long' ? 'buy' : 'sell';
    const text = labels.opened(position.side, amountOf(position.openedLots), position.openPrice);
    return { atMs: position.openedAt, price: Number(position.openPrice), side, letter: letters[side], text };
  });
  const exits = closings.map((closing): ChartMarker => {
    const side = closing.side === 'long' ? 'sell' : 'buy';
    const text = labels.closed(closing.side, amountOf(closing.lots), closing.closePrice);
    return { atMs: closing.at, price: Number(closing.closePrice), side, letter: letters[side], text };
  });
  return [...entries, ...exits];
}

/**
 * Own entries and exits for a K-line: of a pair spot and contracts, of a contract those of its own positions. None
 * while nobody is signed in, while amounts are hidden, or when they are not wanted.
 */
export function useOwnMarkers(pair: ChartedPair, wanted: boolean): readonly ChartMarker[] {
  const { t, i18n } = useLingui();
  const signedIn = useObservable(session) !== null;
  const hidden = useObservable(amountsHidden);
  const enabled = wanted && signedIn && !hidden;
  const hasContracts = useFeature('contracts');
  const config = useQuery({ ...configQuery, enabled: enabled && hasContracts });
  const contracts = useMemo(() => chartedContracts(pair, config.data?.contracts ?? noContracts), [pair, config.data]);
  const [only] = contracts.length === 1 ? contracts : [];
  const [history, current] = useQueries({
    queries: (['history', 'current'] as const).map((state) => ({
      ...callQuery('GET currencyRecord', { pair: pair.id, state, size }),
      enabled: enabled && pair.contract === undefined,
    })),
  });
  const [open, past, closings] = useQueries({
    queries: (['positions', 'past-positions', 'closings'] as const).map((show) => ({
      ...callQuery('GET contractList', { show, ...(only === undefined ? {} : { contract: only.id }), size }),
      enabled: enabled && contracts.length > 0,
    })),
  });
  useAskedAgain(enabled);
  const lists = [history?.data, current?.data, open?.data, past?.data, closings?.data] as const;
  return useMemo(() => {
    if (!enabled) return noMarkers;
    const [filled, resting, held, ended, closed] = lists;
    const price = (text: string) => formatNumber(text, { decimals: pair.priceDecimals });
    const labels: MarkerLabels = {
      spot: (order) => t`${formatNumber(order.filled)} ${pair.base} at ${price(order.averagePrice ?? '0')}`,
      opened: (side, amount, at) =>
        side === 'long' ? t`Long opened, ${amount} at ${price(at)}` : t`Short opened, ${amount} at ${price(at)}`,
      closed: (side, amount, at) =>
        side === 'long' ? t`Long closed, ${amount} at ${price(at)}` : t`Short closed, ${amount} at ${price(at)}`,
    };
    const of = (contract: ListedContract) => (each: { readonly contract: string }) => each.contract === contract.id;
    const recordsOf = (contract: ListedContract) => ({
      positions: [...(held?.positions ?? []), ...(ended?.positions ?? [])].filter(of(contract)),
      closings: closed?.closings.filter(of(contract)) ?? [],
    });
    return [
      ...spotMarkers([...(filled?.list ?? []), ...(resting?.list ?? [])], labels),
      ...contracts.flatMap((contract) => contractMarkers(contract, recordsOf(contract), labels)),
    ];
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the lists are named one by one; the words follow the language
  }, [enabled, contracts, pair.id, i18n.locale, ...lists]);
}

/** The contracts whose entries a chart shows: its own, or those that follow its pair. Gold has two of one index. */
export function chartedContracts(
  { id, contract }: Pick<ChartedPair, 'id' | 'contract'>,
  contracts: readonly ListedContract[],
): readonly ListedContract[] {
  return contract === undefined ? contracts.filter(({ pair }) => pair === id) : [contract];
}

/** Asks for the records again when own orders or positions changed. */
function useAskedAgain(enabled: boolean): void {
  const client = useQueryClient();
  const shown = useSyncExternalStore(listenToAccount, accountState);
  const before = useRef(shown);
  useEffect(() => {
    const changed = before.current !== null && shown !== before.current;
    before.current = shown;
    if (!enabled || !changed) return;
    for (const root of ['currencyRecord', 'contractList']) void client.invalidateQueries({ queryKey: [root] });
  }, [client, enabled, shown]);
}

const listenToAccount = (changed: () => void) => stream.subscribe('account', changed);

/** Own orders and positions in short; null before they are published. Renders only when one of them was filled or closed. */
function accountState(): string | null {
  const account = stream.view<'account'>('account');
  return account === null ? null : stateOf(account);
}

function stateOf({
  orders,
  positions,
}: {
  readonly orders: readonly Order[];
  readonly positions: readonly { readonly id: string; readonly lots: number }[];
}): string {
  const openOrders = orders.map(({ id, filled }) => `${id}:${filled}`);
  return [...openOrders, ...positions.map(({ id, lots }) => `${id}:${lots}`)].toSorted().join(' ');
}
