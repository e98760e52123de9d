import { expect, it } from 'vitest';
import { ContractMarket } from '../market.ts';
import { listContracts } from '../listed-contracts.ts';
import { pairs } from '#server/markets/pairs.ts';
import { drawRound, drawsPerRound, keptLotsAt, quotesAround, quoteToTake } from './house-quotes.ts';

/** What the house quotes and takes, from numbers drawn beforehand. */
const [listed] = listContracts(pairs);
if (listed === undefined) throw new Error('no contract is listed');
const at = Date.UTC(2026, 10, 20, 12);

it('draws as many numbers as a round of quotes uses, each of them once', () => {
  let drawn = 0;
  const draws = drawRound(() => (drawn += 1) / 100);
  expect(draws).toHaveLength(drawsPerRound);
  expect(drawn).toBe(drawsPerRound);
  expect(() => quotesAround(listed, 650_000, draws.slice(1))).toThrow('a round of quotes has 24 random numbers');
});

it('quotes around the index: the first number moves the middle, the others size the bids and then the asks', () => {
  const usual = drawRound(() => 0.5);
  const [bids, asks] = quotesAround(listed, 650_000, usual);
  expect(bids).toHaveLength(12);
  expect(asks).toHaveLength(12);
  expect([bids[0], bids[1], bids[11]]).toEqual([
    [649_922, 220],
    [649_864, 286],
    [649_279, 953],
  ]);
  expect([asks[0], asks[11]]).toEqual([
    [650_078, 220],
    [650_722, 953],
  ]);
  const changed = (nth: number) => usual.map((draw, place) => (place === nth ? 0.9 : draw));
  expect(quotesAround(listed, 650_000, changed(0))[0][0]).toEqual([649_974, 220]);
  expect(quotesAround(listed, 650_000, changed(1))).toEqual([[[649_922, 380], ...bids.slice(1)], asks]);
  expect(quotesAround(listed, 650_000, changed(13))).toEqual([bids, [[650_078, 380], ...asks.slice(1)]]);
});

it('takes nothing without a price or of too few lots', () => {
  const market = new ContractMarket(listed);
  market.book.apply({ kind: 'limit', id: 1, owner: 3n, side: 'sell', priceTicks: 650_050, lots: 80 }, at);
  expect(quoteToTake(market, 'sell', 0.5, 60)).toBeNull();
  market.setIndex(650_000, at);
  expect(keptLotsAt(listed, 650_000)).toBe(60);
  expect(quoteToTake(market, 'sell', 0, 60)).toEqual([650_050, 1]);
  expect(quoteToTake(market, 'sell', 0.999, 60)).toEqual([650_050, 20]);
  expect(quoteToTake(market, 'sell', 0.5, 80)).toBeNull();
  expect(quoteToTake(market, 'buy', 0.5, 60)).toBeNull();
});
