import { createFileRoute } from '@tanstack/react-router';
import { AppealScreen } from '#app/features/p2p/orders/appeal/appeal-screen.tsx';
import type { AppealReason } from '#app/features/p2p/orders/appeal/use-appeal.ts';
import { loadCatalog } from '#app/platform/language/language.ts';
import { idText, searchParams } from '#app/platform/search-params.ts';

export const Route = createFileRoute('/pages/business/appeal')({
  validateSearch: searchParams<{ id?: string; why?: AppealReason }>({ id: idText, why: ['name', 'amount'] }),
  loader: () => loadCatalog('p2p'),
  component: AppealRoute,
});

function AppealRoute() {
  const { id, why } = Route.useSearch();
  return <AppealScreen key={id} id={id} why={why} />;
}
