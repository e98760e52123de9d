import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StoreUnavailable } from '#server/core/failures/store-unavailable.ts';
import { handAccounts, handTickers } from '#server/stream/testing-feeds.ts';
import { FeedBoard, leaseMs } from './feed-board.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function open() {
  const tickers = handTickers(['BTCUSDT', 'ETHUSDT']);
  const accounts = handAccounts();
  const published: { readonly feed: string; readonly epoch: string; readonly seq: number }[] = [];
  const topics: string[] = [];
  const board = new FeedBoard({
    sources: [tickers],
    accounts,
    publish: (feed, { epoch, seq }) => published.push({ feed, epoch, seq }),
    onTopic: (topic, isOpen) => topics.push(`${isOpen ? '+' : '-'}${topic}`),
    onError: (error) => expect(error).toBeNull(),
    nowMs: () => Date.now(),
  });
  return { board, tickers, accounts, published, topics };
}

describe('feeds of an engine', () => {
  it('are opened once for all edges, and closed after the last has left', () => {
    const { board, tickers, topics } = open();
    const first = board.openTopic('edge-one', 'ticker:BTCUSDT');
    expect(board.openTopic('edge-two', 'ticker:BTCUSDT')?.epoch).toBe(first?.epoch);
    expect([...tickers.opened]).toEqual(['BTCUSDT']);
    board.leave('edge-one', 'topic-ticker:BTCUSDT');
    expect(board.feedCount).toBe(1);
    board.leave('edge-two', 'topic-ticker:BTCUSDT');
    expect([board.feedCount, tickers.opened.size]).toEqual([0, 0]);
    expect(topics).toEqual(['+ticker:BTCUSDT', '-ticker:BTCUSDT']);
    board.close();
  });

  it('publish each change once, in a sequence of their own', async () => {
    const { board, tickers, published } = open();
    const opened = board.openTopic('edge-one', 'ticker:BTCUSDT');
    board.openTopic('edge-two', 'ticker:BTCUSDT');
    for (const last of ['2', '3', '4']) {
      tickers.set('BTCUSDT', last);
      tickers.set('BTCUSDT', `${last}5`);
      await vi.advanceTimersByTimeAsync(60);
    }
    expect(published.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(new Set(published.map(({ epoch }) => epoch))).toEqual(new Set([opened?.epoch]));
    // A snapshot is the state behind the last of them.
    expect(board.openTopic('edge-two', 'ticker:BTCUSDT')).toMatchObject({ seq: 3, data: { last: '45' } });
    board.close();
  });

  it('do not exist for what is not listed', () => {
    const { board } = open();
    expect(board.openTopic('edge-one', 'ticker:NONEUSDT')).toBeNull();
    expect(board.openTopic('edge-one', 'depth:BTCUSDT')).toBeNull();
    expect(board.feedCount).toBe(0);
    board.close();
  });

  it('end with the lease of an edge that is gone, and not of one that holds them', async () => {
    const { board } = open();
    const ticker = board.openTopic('edge-one', 'ticker:BTCUSDT');
    board.openTopic('edge-two', 'ticker:ETHUSDT');
    board.openAccount('edge-two', 7n);
    for (let passedMs = 0; passedMs <= leaseMs; passedMs += 5_000) {
      expect(board.hold('edge-one', [['topic-ticker:BTCUSDT', ticker?.epoch ?? '', 0]]).closed).toEqual([]);
      await vi.advanceTimersByTimeAsync(5_000);
    }
    expect(board.feedCount).toBe(1);
    await expect(board.loadAccount(7n)).rejects.toThrow(StoreUnavailable);
    board.close();
  });

  it('answer an edge what it has missed', async () => {
    const { board, tickers, accounts } = open();
    const ticker = board.openTopic('edge-one', 'ticker:BTCUSDT')?.epoch ?? '';
    const account = board.openAccount('edge-one', 7n).epoch;
    tickers.set('BTCUSDT', '2');
    accounts.set(7n, 3);
    await vi.advanceTimersByTimeAsync(60);
    const answer = board.hold('edge-one', [
      ['topic-ticker:BTCUSDT', ticker, 0],
      ['account-7', account, 1],
      ['account-8', account, 0],
      ['topic-ticker:ETHUSDT', ticker, 0],
    ]);
    expect(answer).toEqual({ closed: ['account-8', 'topic-ticker:ETHUSDT'], ahead: [['topic-ticker:BTCUSDT', 1]] });
    board.close();
  });

  it('count in another epoch when they are opened again', () => {
    const { board } = open();
    const { epoch } = board.openAccount('edge-one', 7n);
    board.leave('edge-one', 'account-7');
    expect(board.openAccount('edge-one', 7n).epoch).not.toBe(epoch);
    board.close();
  });
});
