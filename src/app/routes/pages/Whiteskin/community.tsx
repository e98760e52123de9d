import { createFileRoute } from '@tanstack/react-router';
import { CommunityScreen } from '#app/features/pages/community-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';

export const Route = createFileRoute('/pages/Whiteskin/community')({
  loader: () => loadCatalog('pages'),
  component: CommunityScreen,
});
