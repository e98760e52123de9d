import { createFileRoute } from '@tanstack/react-router';
import { GetAppScreen } from '#app/features/version/get-app-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';

export const Route = createFileRoute('/pages/mine/down_View')({
  loader: () => loadCatalog('version'),
  component: GetAppScreen,
});
