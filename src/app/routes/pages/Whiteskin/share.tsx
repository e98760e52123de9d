import { createFileRoute } from '@tanstack/react-router';
import { ShareScreen } from '#app/features/pages/share-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';

export const Route = createFileRoute('/pages/Whiteskin/share')({
  loader: () => loadCatalog('pages'),
  component: ShareScreen,
});
