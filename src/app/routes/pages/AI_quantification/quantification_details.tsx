import { createFileRoute } from '@tanstack/react-router';
import { strategyNames, type StrategyName } from '../../../../protocol/maths/robots/strategy.ts';
import { BackTestScreen } from '../../../features/robots/back-test/back-test-screen.tsx';
import { DetailsScreen } from '../../../features/robots/details/details-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';
import { anyText, idText, pairText, searchParams } from '../../../platform/search-params.ts';

/** An own robot by its id, or a strategy on a pair that is tried, with parameters that somebody shared. */
interface DetailsSearch {
  readonly id?: string;
  readonly strategy?: StrategyName;
  readonly pair?: string;
  readonly shared?: string;
}

export const Route = createFileRoute('/pages/AI_quantification/quantification_details')({
  validateSearch: searchParams<DetailsSearch>({
    id: idText,
    strategy: strategyNames,
    pair: pairText,
    shared: anyText,
  }),
  loader: () => Promise.all([loadCatalog('robots'), loadCatalog('chart'), loadCatalog('assets')]),
  component: DetailsRoute,
});

function DetailsRoute() {
  const { id, strategy = 'grid', pair = 'BTCUSDT', shared } = Route.useSearch();
  const navigate = Route.useNavigate();
  if (id !== undefined) return <DetailsScreen id={id} />;
  return (
    <BackTestScreen
      strategy={strategy}
      pair={pair}
      shared={shared}
      onStarted={(started) => void navigate({ search: { id: started }, replace: true })}
    />
  );
}
