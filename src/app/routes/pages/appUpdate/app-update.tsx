import { createFileRoute } from '@tanstack/react-router';
import { UpdateScreen } from '#app/features/version/update-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';

export const Route = createFileRoute('/pages/appUpdate/app-update')({
  loader: () => loadCatalog('version'),
  component: UpdateScreen,
});
