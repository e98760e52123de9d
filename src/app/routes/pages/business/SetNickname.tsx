import { createFileRoute } from '@tanstack/react-router';
import { NicknameScreen } from '#app/features/p2p/merchants/centre/nickname-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { toSearch } from '#app/platform/search-params.ts';

export const Route = createFileRoute('/pages/business/SetNickname')({
  validateSearch: toSearch,
  loader: () => Promise.all([loadCatalog('p2p-merchants'), loadCatalog('account')]),
  component: NicknameRoute,
});

function NicknameRoute() {
  return <NicknameScreen {...Route.useSearch()} />;
}
