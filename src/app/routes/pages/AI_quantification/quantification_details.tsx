import { createFileRoute } from '@tanstack/react-router';
import { RobotOrTrial } from '#app/features/robots/robot-or-trial.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { anyText, idText, pairText, searchParams } from '#app/platform/search-params.ts';

interface DetailsSearch {
  readonly id?: string;
  readonly strategy?: string;
  readonly pair?: string;
  readonly shared?: string;
}

export const Route = createFileRoute('/pages/AI_quantification/quantification_details')({
  validateSearch: searchParams<DetailsSearch>({ id: idText, strategy: anyText, pair: pairText, shared: anyText }),
  loader: () => Promise.all([loadCatalog('robots'), loadCatalog('chart'), loadCatalog('assets')]),
  component: DetailsRoute,
});

function DetailsRoute() {
  const navigate = Route.useNavigate();
  return (
    <RobotOrTrial
      {...Route.useSearch()}
      onStarted={(started) => void navigate({ search: { id: started }, replace: true })}
    />
  );
}
