import { createFileRoute } from '@tanstack/react-router';
import { WebViewScreen } from '#app/features/pages/web-view-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { anyText, searchParams } from '#app/platform/search-params.ts';

export const Route = createFileRoute('/pages/web-view/web-view')({
  validateSearch: searchParams<{ url?: string }>({ url: anyText }),
  loader: () => loadCatalog('pages'),
  component: WebViewScreen,
});
