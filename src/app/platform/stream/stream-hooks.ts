import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { BoardAdvert, RoundUpdate, Topic, TopicKind } from '#protocol/core/stream/channels.ts';
import type { Ticker, Trade } from '#protocol/market-data/entities/market.ts';
import type { Wallet } from '#protocol/wallets/wallets.ts';
import { useObservable } from '../observable.ts';
import { askServerTime, onServerClockChange, serverNow } from '../api/server-clock.ts';
import type { Book, DepthView } from './book.ts';
import { stream } from './stream.ts';
import type { Connection } from './stream-client.ts';
import type { AccountView } from './account-view.ts';
import type { BoardView, TopicViews, UpdateListener } from './topic-store.ts';

/**
 * Holds a topic while the cell is there and renders it again when it changed, and nothing else. `null` holds
 * nothing: a row that is not on the screen.
 */
function useTopic<Kind extends TopicKind, View>(
  topic: Topic | null,
  read: (view: TopicViews[Kind] | null) => View | null,
): View | null {
  const subscribe = useCallback(
    (cell: () => void) => (topic === null ? () => undefined : stream.subscribe(topic, cell)),
    [topic],
  );
  return useSyncExternalStore(subscribe, () => (topic === null ? null : read(stream.view<Kind>(topic))));
}

function same<View>(view: View): View {
  return view;
}

/** The last 24 hours of a pair as they run, or null before the first tick. */
export function useTicker(pair: string | null): Ticker | null {
  return useTopic<'ticker', Ticker>(pair === null ? null : `ticker:${pair}`, same);
}

/** The best `levels` of both sides of a pair's book; rows that stay the same are the same objects. */
export function useDepth(pair: string | null, levels: number): DepthView | null {
  return useTopic<'depth', DepthView>(pair === null ? null : `depth:${pair}`, (book) => book?.view(levels) ?? null);
}

/** What the call auction of a pair would come to if it ended now; null without one. */
export function useAuction(pair: string | null): Book['auction'] {
  return useTopic<'depth', NonNullable<Book['auction']>>(
    pair === null ? null : `depth:${pair}`,
    (book) => book?.auction ?? null,
  );
}

/** Latest public trades of a pair, newest first, at most 100. */
export function useTrades(pair: string | null): readonly Trade[] | null {
  return useTopic<'trades', readonly Trade[]>(pair === null ? null : `trades:${pair}`, same);
}

/** Rounds of a coin and cycle, newest first; renders when one of them changed, not with the ticks of the line. */
export function useRounds(topic: Topic | null): RoundUpdate['rounds'] | null {
  return useTopic<'round', RoundUpdate['rounds']>(topic, (view) => view?.rounds ?? null);
}

/** One of the best adverts of a side of the board; null when it is not among them. Renders only when it changes. */
export function useBoardAdvert(topic: Topic, id: string): BoardAdvert | null {
  return useTopic<'adverts', BoardAdvert>(topic, (view) => view?.adverts.get(id) ?? null);
}

/** Which adverts are among the best of a side; null before the first snapshot. Prices alone render nothing. */
export function useBoardIds(topic: Topic): BoardView['ids'] | null {
  return useTopic<'adverts', BoardView['ids']>(topic, (view) => view?.ids ?? null);
}

/** Open orders, balances and unread notices of the signed-in user; null before the first snapshot, and for visitors. */
export function useAccount(): AccountView | null {
  return useTopic<'account', AccountView>('account', same);
}

/**
 * One balance of the signed-in user; renders only when it changes. Null before the first snapshot, or without such a
 * balance.
 */
export function useBalance(wallet: Wallet, asset: string): AccountView['balances'][number] | null {
  return useTopic<'account', AccountView['balances'][number]>(
    'account',
    (account) => account?.balances.find((balance) => balance.wallet === wallet && balance.asset === asset) ?? null,
  );
}

/** Number of unread notices, or null before the first snapshot; renders only when it changes. */
export function useUnread(): number | null {
  return useTopic<'account', number>('account', (account) => account?.unread ?? null);
}

/**
 * When an own robot did something last, or any of them, in epoch milliseconds; null while none did.
 *
 * @param robot null for all
 */
export function useRobotChange(robot: string | null): number | null {
  return useTopic<'account', number>('account', (account) => {
    const changed = account?.robots.filter(({ id }) => robot === null || id === robot) ?? [];
    return changed.length === 0 ? null : Math.max(...changed.map(({ at }) => at));
  });
}

/** Value that has to stay in the account, or null for none; it may have ended by now. */
export function useHeldValue(): AccountView['held'] {
  return useTopic<'account', NonNullable<AccountView['held']>>('account', (account) => account?.held ?? null);
}

/** Areas whose risk warning the account accepted, or null before the first snapshot. */
export function useAcceptedRisks(): AccountView['risks'] {
  return useTopic<'account', NonNullable<AccountView['risks']>>('account', (account) => account?.risks ?? null);
}

/** Whether customer service wrote in a ticket and the user has not looked; renders only when that changes. */
export function useTicketUnread(): boolean {
  return (
    useTopic<'account', boolean>('account', (account) => account?.workOrders.some(({ unread }) => unread) ?? false) ??
    false
  );
}

/** Gets each update of a topic in order without rendering; `listener` should not change with every render. */
export function useStreamUpdates(topic: Topic | null, listener: UpdateListener): void {
  useEffect(() => (topic === null ? undefined : stream.listen(topic, listener)), [topic, listener]);
}

/** Whether the stream is up, and since when it is so. */
export function useConnection(): Connection {
  return useObservable(stream.connection);
}

/** Whether the network blocks the stream and what is shown is polled; renders only when that changes. */
export function useIsPolled(): boolean {
  return useSyncExternalStore(stream.connection.subscribe, () => stream.connection.get().polledAsOfMs !== null);
}

/** Whether the stream is up; renders only when that changes. */
export function useConnectionState(): Connection['state'] {
  return useSyncExternalStore(stream.connection.subscribe, () => stream.connection.get().state);
}

/** Whether a topic that the screen holds has had no tick for 10 seconds; its figures are then shown as old. */
export function useStale(topic: Topic | null): boolean {
  return useSyncExternalStore(stream.onStaleTick, () => topic !== null && stream.isStale(topic));
}

/**
 * Server time in epoch milliseconds, rendering again with each step of it.
 *
 * @param stepMs 1 000 for countdowns of seconds, 60 000 for relative times
 */
export function useServerNow(stepMs = 1_000): number {
  const [now, setNow] = useState(() => Math.floor(serverNow() / stepMs) * stepMs);
  useEffect(() => {
    void askServerTime();
    let timer: ReturnType<typeof setTimeout>;
    const step = () => {
      clearTimeout(timer);
      const current = serverNow();
      setNow(Math.floor(current / stepMs) * stepMs);
      timer = setTimeout(step, stepMs - (current % stepMs));
    };
    step();
    const stopFollowing = onServerClockChange(step);
    return () => {
      clearTimeout(timer);
      stopFollowing();
    };
  }, [stepMs]);
  return now;
}
