import { createFileRoute } from '@tanstack/react-router';
import { ShareScreen } from '../../../features/pages/share-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/Whiteskin/share')({
  loader: () => loadCatalog('pages'),
  component: ShareScreen,
});
