import { createFileRoute } from '@tanstack/react-router';
import { WebViewScreen } from '../../../features/pages/web-view-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/web-view/web-view')({
  validateSearch: ({ url }: Record<string, unknown>): { url?: string } => (typeof url === 'string' ? { url } : {}),
  loader: () => loadCatalog('pages'),
  component: WebViewScreen,
});
