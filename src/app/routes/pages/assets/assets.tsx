import { createFileRoute } from '@tanstack/react-router';
import { AssetsScreen } from '../../../features/assets/overview/assets-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/assets/assets')({
  loader: () => loadCatalog('assets'),
  component: AssetsScreen,
});
