import type { Ticks, Units } from '#protocol/core/brand.ts';
import type { RobotParameters } from '#protocol/robots/entities/parameters.ts';
import { strategyOf } from '../strategies.ts';
import type { RobotMarket } from '../strategy.ts';
import { contractGridAround, gridAround } from '../usual-parameters.ts';
import { backTest } from './back-test.ts';
import type { BackTestInput } from './back-test-result.ts';
import { alignedColumns } from './basket/aligned-columns.ts';
import { sliceColumns, unseenFrom } from './candle-columns.ts';

function pairsOf<A, B>(some: readonly A[], others: readonly B[]): (readonly [A, B])[] {
  return some.flatMap((one) => others.map((other) => [one, other] as const));
}

/** What is tried: a coarse lattice, as a finer one would only fit the noise of its days better. */
function candidates(given: RobotParameters, market: RobotMarket, ticks: Ticks): RobotParameters[] {
  switch (given.strategy) {
    case 'grid':
      return pairsOf([3, 5, 8, 12, 20], [10, 20, 40]).map(([percent, lines]) =>
        gridAround(market, ticks, percent, lines),
      );
    case 'averaging':
      return pairsOf(['1', '1.5', '3'], ['1', '2', '4']).map(([takeProfit, step]) => ({ ...given, takeProfit, step }));
    case 'trend':
      return pairsOf(
        [
          [5, 20],
          [9, 26],
          [20, 50],
        ] as const,
        ['2', '4', '8'],
      ).map(([[fast, slow], trailing]) => ({ ...given, fast, slow, trailing }));
    case 'contract-grid':
      // Direction and leverage are its owner’s to say.
      return pairsOf([3, 5, 8, 12, 20], [10, 20, 40]).map(([percent, lines]) =>
        contractGridAround(market, ticks, { ...given, percent, lines }),
      );
    case 'rebalance':
      // How a basket is divided is its owner’s to say.
      if (given.others.length > 0) return ['1', '2', '3', '5', '8'].map((drift) => ({ ...given, drift }));
      return pairsOf([30, 50, 70], ['2', '5', '10']).map(([share, drift]) => ({ ...given, share, drift }));
  }
}

/** Candles of all coins at the same minutes, so that the same part of each is seen. */
function alignedInput({ candles, others = [] }: BackTestInput) {
  if (others.length === 0) return { candles, others };
  const [first = candles, ...further] = alignedColumns([candles, ...others.map((other) => other.candles)]);
  return { candles: first, others: others.map((other, nth) => ({ ...other, candles: further[nth] ?? other.candles })) };
}

/**
 * The parameters of a coarse lattice that came to most over the first two thirds of the candles: the last third is not
 * looked at, so that what they make of it says something. A grid is laid around the last price of the first part.
 *
 * @param ticks the price of now, at which they must be able to start
 * @returns null when none of them could
 */
export function tunedParameters(input: BackTestInput, ticks: Ticks) {
  const { parameters, market, amount } = input;
  const { candles, others } = alignedInput(input);
  const end = unseenFrom(candles.minute.length);
  if (end < 2) return null;
  const seen = sliceColumns(candles, 0, end);
  const seenOthers = others.map((other) => ({ ...other, candles: sliceColumns(other.candles, 0, end) }));
  const priced = others.map((other) => ({ market: other.market, ticks: other.candles.close.at(-1) ?? 1 }));
  let best: { readonly parameters: RobotParameters; readonly value: Units } | null = null;
  for (const candidate of candidates(parameters, market, seen.close[end - 1] ?? 1)) {
    if (strategyOf(candidate).check(candidate, market, amount, ticks, priced) !== null) continue;
    const { value } = backTest({ parameters: candidate, market, amount, candles: seen, others: seenOthers });
    if (best === null || value > best.value) best = { parameters: candidate, value };
  }
  return best?.parameters ?? null;
}
