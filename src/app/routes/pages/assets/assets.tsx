import { createFileRoute } from '@tanstack/react-router';
import { AssetsScreen } from '#app/features/assets/overview/assets-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';

export const Route = createFileRoute('/pages/assets/assets')({
  loader: () => loadCatalog('assets'),
  component: AssetsScreen,
});
