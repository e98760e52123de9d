import { createFileRoute } from '@tanstack/react-router';
import { WebViewScreen } from '../../../features/pages/web-view-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';
import { anyText, searchParams } from '../../../platform/search-params.ts';

export const Route = createFileRoute('/pages/web-view/web-view')({
  validateSearch: searchParams<{ url?: string }>({ url: anyText }),
  loader: () => loadCatalog('pages'),
  component: WebViewScreen,
});
