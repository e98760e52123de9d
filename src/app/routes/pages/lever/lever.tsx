import { createFileRoute } from '@tanstack/react-router';
import { ContractScreen } from '#app/features/contracts/contract-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { pairText, searchParams } from '#app/platform/search-params.ts';

export const Route = createFileRoute('/pages/lever/lever')({
  validateSearch: searchParams<{ contract?: string }>({ contract: pairText }),
  loader: () => Promise.all([loadCatalog('contracts'), loadCatalog('spot')]),
  component: LeverRoute,
});

function LeverRoute() {
  return <ContractScreen contract={Route.useSearch().contract} />;
}
