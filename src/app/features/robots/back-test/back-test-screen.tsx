import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import type { RobotParameters } from '#protocol/robots/entities/parameters.ts';
import { furtherCoins } from '#protocol/robots/maths/basket.ts';
import type { RobotMarket, StrategyName } from '#protocol/robots/maths/strategy.ts';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { Skeleton } from '#app/ui/layout/Skeleton.tsx';
import { configQuery } from '#app/features/contracts/queries.ts';
import { LoadError } from '#app/features/loading/load-error.tsx';
import { pairOf, pairsQuery } from '#app/features/pairs/queries.ts';
import { sharedParameters } from '../parameters/share-link.ts';
import { strategyLabels } from '../robot-labels.ts';
import css from './back-test.module.css';
import { contractMarketOf, marketOf } from './market-of.ts';
import { Trial } from './trial.tsx';

interface BackTestScreenProps {
  readonly strategy: StrategyName;
  readonly pair: string;
  /** Parameters that somebody shared. */
  readonly shared?: string | undefined;
  readonly onStarted: (id: string) => void;
}

/** A strategy on a pair, tried on past prices before a coin is at risk, and started from there. */
export function BackTestScreen({ strategy, pair: id, shared, onStarted }: BackTestScreenProps) {
  const { i18n } = useLingui();
  const pairs = useQuery(pairsQuery);
  const pair: Pair | null | undefined = pairs.data === undefined ? undefined : pairOf(pairs.data, id);
  const name = i18n._(strategyLabels[strategy]);
  const market = useMarket(strategy, pair ?? null);
  if (pair !== undefined && pair !== null && market.data !== undefined && market.data !== null) {
    const given = shared === undefined ? null : tradable(sharedParameters(strategy, shared), pair, pairs.data);
    return (
      <Trial
        key={`${strategy} ${id} ${shared ?? ''}`}
        strategy={strategy}
        pair={pair}
        market={market.data}
        shared={given}
        onStarted={onStarted}
      />
    );
  }
  return (
    <Page title={name}>
      {pair === null || market.data === null ? (
        <EmptyState title={<Trans>No such pair</Trans>} text={<Trans>Choose one in the list of strategies.</Trans>} />
      ) : pairs.isError || market.failed !== null ? (
        <LoadError query={market.failed ?? pairs} title={<Trans>The pair did not load</Trans>} />
      ) : (
        <div className={css['frame']} aria-busy>
          <Skeleton height="290px" />
        </div>
      )}
    </Page>
  );
}

/** Shared parameters whose further coins trade in the quote of the pair, and are none of it; null for others. */
function tradable(
  parameters: RobotParameters | null,
  pair: Pair,
  pairs: Parameters<typeof pairOf>[0] | undefined,
): RobotParameters | null {
  if (parameters === null || pairs === undefined) return null;
  const isOffered = (id: string) => id !== pair.id && pairOf(pairs, id)?.quote === pair.quote;
  return furtherCoins(parameters).every((other) => isOffered(other.pair)) ? parameters : null;
}

/** The market of a strategy on a pair: the pair itself, or the contract that follows it. Null where none does. */
function useMarket(strategy: StrategyName, pair: Pair | null) {
  const isOnContract = strategy === 'contract-grid';
  const config = useQuery({ ...configQuery, enabled: isOnContract });
  const listed = config.data?.contracts.find((one) => one.pair === pair?.id && one.wallet === 'contract');
  const data = useMemo((): RobotMarket | null | undefined => {
    if (pair === null) return undefined;
    if (!isOnContract) return marketOf(pair);
    if (config.data === undefined) return undefined;
    return listed === undefined ? null : contractMarketOf(listed);
  }, [pair, isOnContract, config.data, listed]);
  return { data, failed: isOnContract && config.isError ? config : null };
}
