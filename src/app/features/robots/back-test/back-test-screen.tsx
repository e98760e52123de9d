import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Pair } from '../../../../protocol/entities/market.ts';
import type { StrategyName } from '../../../../protocol/maths/robots/strategy.ts';
import { EmptyState } from '../../../ui/layout/EmptyState.tsx';
import { Page } from '../../../ui/layout/Page.tsx';
import { Skeleton } from '../../../ui/layout/Skeleton.tsx';
import { LoadError } from '../../loading/load-error.tsx';
import { pairOf, pairsQuery } from '../../pairs/queries.ts';
import { sharedParameters } from '../parameters/share-link.ts';
import { strategyLabels } from '../robot-labels.ts';
import css from './back-test.module.css';
import { Trial } from './trial.tsx';

export interface BackTestScreenProps {
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
  if (pair !== undefined && pair !== null) {
    const given = shared === undefined ? null : sharedParameters(strategy, shared);
    return (
      <Trial
        key={`${strategy} ${id} ${shared ?? ''}`}
        strategy={strategy}
        pair={pair}
        shared={given}
        onStarted={onStarted}
      />
    );
  }
  return (
    <Page title={name}>
      {pair === null ? (
        <EmptyState title={<Trans>No such pair</Trans>} text={<Trans>Choose one in the list of strategies.</Trans>} />
      ) : pairs.isError ? (
        <LoadError query={pairs} title={<Trans>The pair did not load</Trans>} />
      ) : (
        <div className={css['frame']} aria-busy>
          <Skeleton height="290px" />
        </div>
      )}
    </Page>
  );
}
