import { createFileRoute } from '@tanstack/react-router';
import { BackingScreen } from '../../../features/backing/backing-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/Whiteskin/backing')({
  loader: () => loadCatalog('backing'),
  component: BackingScreen,
});
