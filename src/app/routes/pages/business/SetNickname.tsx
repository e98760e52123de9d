import { createFileRoute } from '@tanstack/react-router';
import { NicknameScreen } from '../../../features/merchant/centre/nickname-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';
import { toSearch } from '../../../platform/search-params.ts';

export const Route = createFileRoute('/pages/business/SetNickname')({
  validateSearch: toSearch,
  loader: () => Promise.all([loadCatalog('merchant'), loadCatalog('account')]),
  component: NicknameRoute,
});

function NicknameRoute() {
  return <NicknameScreen {...Route.useSearch()} />;
}
