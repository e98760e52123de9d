import { createFileRoute } from '@tanstack/react-router';
import { VersionScreen } from '#app/features/version/version-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';

export const Route = createFileRoute('/pages/Whiteskin/version')({
  loader: () => loadCatalog('version'),
  component: VersionScreen,
});
