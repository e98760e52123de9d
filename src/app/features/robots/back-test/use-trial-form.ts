import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import type { RobotParameters } from '#protocol/robots/entities/parameters.ts';
import { basketShareMax } from '#protocol/core/limits.ts';
import { toExactUnits } from '#protocol/core/decimal.ts';
import { usualParameters } from '#protocol/robots/maths/usual-parameters.ts';
import { strategyOf } from '#protocol/robots/maths/strategies.ts';
import { furtherCoins } from '#protocol/robots/maths/basket.ts';
import type { PricedMarket, RobotMarket, StrategyName } from '#protocol/robots/maths/strategy.ts';
import { useTicker } from '#app/platform/stream/stream-hooks.ts';
import { pairOf, pairsQuery, tickersQuery } from '#app/features/pairs/queries.ts';
import { coinsOf } from '../parameters/basket-coins.ts';
import { parametersOf, type ParameterTexts, textsOf } from '../parameters/fields.ts';
import { marketOf, testScale, ticksOf } from './market-of.ts';
import { useKeptState } from '#app/platform/storage/form-drafts.ts';

/** Before anything is written. */
const noTexts: ParameterTexts = {};

/** What the form says, at the price of now: the usual parameters until somebody writes others. */
export function useTrialForm(strategy: StrategyName, pair: Pair, market: RobotMarket, shared: RobotParameters | null) {
  const live = useTicker(pair.id)?.last;
  const tickers = useQuery(tickersQuery);
  const last = live ?? tickers.data?.list.find((ticker) => ticker.pair === pair.id)?.last ?? null;
  const ticks = last === null ? null : ticksOf(last, market);
  const [first, setFirst] = useState<number | null>(null);
  // The usual grid stands around the first price that is known: it must not walk under a finger.
  if (first === null && ticks !== null && ticks > 0) setFirst(ticks);
  const usual = useMemo(() => textsOf(usualParameters(strategy, market, first ?? 1)), [strategy, market, first]);
  const [written, setTexts] = useKeptState<ParameterTexts>(
    `trial.${strategy}.${pair.id}.texts`,
    shared === null ? noTexts : textsOf(shared),
  );
  const [amount, setAmount] = useKeptState(`trial.${strategy}.${pair.id}.amount`, '1000');
  const texts = first === null && shared === null ? written : { ...usual, ...written };
  const write = useCallback(
    (name: string, value: string) => setTexts((before) => ({ ...before, [name]: value })),
    [setTexts],
  );
  const parameters = parametersOf(strategy, texts);
  const units = toExactUnits(amount, testScale);
  const others = useOthers(parameters);
  const isPriced = others.every((other) => other.ticks > 0);
  const problem =
    parameters === null || ticks === null || units === null || !isPriced
      ? null
      : strategyOf(parameters).check(parameters, market, units, ticks, others);
  const shares = [{ share: Number(texts['share'] ?? 0) }, ...(coinsOf(texts['others'] ?? '') ?? [])];
  const isOverfull = shares.reduce((sum, { share }) => sum + share, 0) > basketShareMax;
  return { isOverfull, others, texts, setTexts, write, amount, setAmount, parameters, problem, ticks, first };
}

/** A further coin of a basket: its pair, market and last price, 0 while none is known. */
interface OtherCoin extends PricedMarket {
  readonly pair: Pair;
}

/** The further coins of a basket, in the order of its parameters; those that are not listed are left out. */
function useOthers(parameters: RobotParameters | null): readonly OtherCoin[] {
  const pairs = useQuery(pairsQuery).data;
  const tickers = useQuery(tickersQuery).data?.list;
  if (pairs === undefined || parameters === null) return [];
  return furtherCoins(parameters).flatMap(({ pair: id }) => {
    const pair = pairOf(pairs, id);
    if (pair === null) return [];
    const market = marketOf(pair);
    const last = tickers?.find((ticker) => ticker.pair === id)?.last;
    return [{ pair, market, ticks: last === undefined ? 0 : ticksOf(last, market) }];
  });
}

/** The form of a trial. */
export type TrialForm = ReturnType<typeof useTrialForm>;
