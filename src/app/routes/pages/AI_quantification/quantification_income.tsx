import { createFileRoute } from '@tanstack/react-router';
import { IncomeScreen } from '#app/features/robots/income/income-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { idSearch } from '#app/platform/search-params.ts';

export const Route = createFileRoute('/pages/AI_quantification/quantification_income')({
  validateSearch: idSearch,
  loader: () => loadCatalog('robots'),
  component: IncomeRoute,
});

function IncomeRoute() {
  const { id } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <IncomeScreen
      robot={id}
      onChoose={(chosen) => void navigate({ search: chosen === null ? {} : { id: chosen }, replace: true })}
    />
  );
}
