import { describe, expect, test } from 'vitest';
import type { Pair, Ticker } from '#protocol/market-data/entities/market.ts';
import { firstSort, nextSort, ofBoard, sorted, withTickers, type BoardChoice } from './boards.ts';
import { listedPairs, type Listed } from './queries.ts';
import { matchIn, searchPairs } from './search.ts';
import { listedAgainstUsdt } from './testing-pair.ts';

const dayMs = 24 * 3_600_000;
const nowMs = 100 * dayMs;

function listed(base: string, name: string, figures: Partial<Ticker>, more: Partial<Pair> = {}): Listed {
  const id = `${base}USDT`;
  return {
    pair: listedAgainstUsdt(base, { name, ...more }),
    ticker: {
      pair: id,
      last: '1',
      open: '1',
      high: '1',
      low: '1',
      volume: '1',
      turnover: '1',
      change: '0',
      at: nowMs,
      ...figures,
    },
    line: [],
  };
}

const btc = listed('BTC', 'Bitcoin', { last: '61378.3', turnover: '900', change: '3.30' });
const bch = listed('BCH', 'Bitcoin Cash', { last: '400', turnover: '1000.5', change: '-0.001' });
const link = listed('LINK', 'Chainlink', { last: '13.884', turnover: '90', change: '10.20' }, { tags: ['defi'] });
const ltc = listed('LTC', 'Litecoin', { last: '73.1', turnover: '90', change: '-2.50' });
const sei = listed('SEI', 'Sei', { last: '0.41', turnover: '8', change: '0.009' }, { listedAt: nowMs - 3 * dayMs });
const all = [btc, bch, link, ltc, sei];

const bases = (rows: readonly Listed[]) => rows.map(({ pair }) => pair.base);
const choice = (change: Partial<BoardChoice>): BoardChoice => ({
  board: 'spot',
  tag: null,
  favourites: [],
  nowMs,
  ...change,
});

describe('sorting', () => {
  test('compares figures as numbers, not as texts', () => {
    expect(bases(sorted(all, { column: 'price', descending: true }))).toEqual(['BTC', 'BCH', 'LTC', 'LINK', 'SEI']);
    expect(bases(sorted(all, { column: 'change', descending: false }))).toEqual(['LTC', 'BCH', 'SEI', 'BTC', 'LINK']);
  });

  test('puts equal figures by name whichever way it goes and whatever the order was', () => {
    const down = ['BCH', 'BTC', 'LINK', 'LTC', 'SEI'];
    expect(bases(sorted(all, { column: 'volume', descending: true }))).toEqual(down);
    expect(bases(sorted(all.toReversed(), { column: 'volume', descending: true }))).toEqual(down);
    expect(bases(sorted(all, { column: 'volume', descending: false })).slice(1, 3)).toEqual(['LINK', 'LTC']);
  });

  test('begins a column of figures with the largest and names with A, and turns round at the second tap', () => {
    const volume = firstSort('spot');
    expect(nextSort(volume, 'volume')).toEqual({ column: 'volume', descending: false });
    expect(nextSort(volume, 'price')).toEqual({ column: 'price', descending: true });
    expect(nextSort(volume, 'name')).toEqual({ column: 'name', descending: false });
    expect(bases(sorted(all, nextSort(volume, 'name')))).toEqual(['BCH', 'BTC', 'LINK', 'LTC', 'SEI']);
  });
});

describe('boards', () => {
  test('take what shows as 0.00% for neither gain nor loss', () => {
    expect(bases(ofBoard(all, choice({ board: 'gainers' })))).toEqual(['BTC', 'LINK']);
    expect(bases(ofBoard(all, choice({ board: 'losers' })))).toEqual(['LTC']);
  });

  test('hold favourites, new listings and kinds of coins', () => {
    expect(bases(ofBoard(all, choice({ board: 'favourites', favourites: ['LTCUSDT', 'GONEUSDT'] })))).toEqual(['LTC']);
    expect(bases(ofBoard(all, choice({ board: 'new' })))).toEqual(['SEI']);
    expect(bases(ofBoard(all, choice({ board: 'new', nowMs: nowMs + 27 * dayMs })))).toEqual([]);
    expect(bases(ofBoard(all, choice({ tag: 'defi' })))).toEqual(['LINK']);
  });

  test('take newer tickers and leave older ones', () => {
    const live = new Map([
      ['LTCUSDT', { ...ltc.ticker, last: '80', at: nowMs + 1 }],
      ['BTCUSDT', { ...btc.ticker, last: '1', at: nowMs - 1 }],
    ]);
    const rows = withTickers(all, live);
    expect(rows.map(({ ticker }) => ticker.last)).toEqual(['61378.3', '400', '13.884', '80', '0.41']);
    expect(rows[0]).toBe(btc);
  });

  test('leave out pairs without a ticker', () => {
    const pairs = { list: all.map(({ pair }) => pair), indices: [], assets: [] };
    const board = { list: [{ ticker: ltc.ticker, line: ['1', '2.5'], contract: null }] };
    expect(listedPairs(pairs, board)).toEqual([{ ...ltc, line: [1, 2.5] }]);
    expect(listedPairs(pairs, undefined)).toBeNull();
  });
});

describe('search', () => {
  test('finds symbols and names, beginnings first', () => {
    expect(bases(searchPairs(all, 'li'))).toEqual(['LINK', 'LTC']);
    expect(bases(searchPairs(all, 'bitcoin'))).toEqual(['BTC', 'BCH']);
    expect(bases(searchPairs(all, 'BCH'))).toEqual(['BCH']);
    expect(bases(searchPairs(all, 'coin'))).toEqual(['BTC', 'BCH', 'LTC']);
  });

  test('takes a pair as users write it', () => {
    for (const typed of ['btc/usdt', 'BTC-USDT', ' btc usdt', 'BTCUSDT']) {
      expect(bases(searchPairs(all, typed)), typed).toEqual(['BTC']);
    }
    expect(bases(searchPairs(all, 'bitcoin cash'))).toEqual(['BCH']);
  });

  test('finds nothing for nothing, and nothing for what is not there', () => {
    expect(searchPairs(all, '  ')).toEqual([]);
    expect(searchPairs(all, 'zzz')).toEqual([]);
  });

  test('marks what was typed', () => {
    expect(matchIn('Chainlink', 'LI')).toEqual(['Chain', 'li', 'nk']);
    expect(matchIn('Litecoin', 'x')).toBeNull();
    expect(matchIn('Litecoin', '')).toBeNull();
  });
});
