import { createFileRoute } from '@tanstack/react-router';
import { ContractScreen } from '../../../features/contracts/contract-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/lever/lever')({
  validateSearch: ({ contract }: Record<string, unknown>): { contract?: string } =>
    typeof contract === 'string' && /^[A-Z0-9]{4,12}$/.test(contract) ? { contract } : {},
  loader: () => Promise.all([loadCatalog('contracts'), loadCatalog('trade')]),
  component: LeverRoute,
});

function LeverRoute() {
  return <ContractScreen contract={Route.useSearch().contract} />;
}
