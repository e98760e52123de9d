import { createFileRoute } from '@tanstack/react-router';
import { AddMethodScreen } from '../../../features/merchant/methods/add-method-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';
import { toSearch } from '../../../platform/search-params.ts';

export const Route = createFileRoute('/pages/business/Merchantwechat')({
  validateSearch: toSearch,
  loader: () => Promise.all([loadCatalog('merchant'), loadCatalog('fiat')]),
  component: WechatAccountRoute,
});

function WechatAccountRoute() {
  return <AddMethodScreen {...Route.useSearch()} method="wechat" />;
}
