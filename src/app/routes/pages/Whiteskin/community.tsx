import { createFileRoute } from '@tanstack/react-router';
import { CommunityScreen } from '../../../features/pages/community-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/Whiteskin/community')({
  loader: () => loadCatalog('pages'),
  component: CommunityScreen,
});
