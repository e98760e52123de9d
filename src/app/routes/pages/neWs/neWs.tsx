import { createFileRoute } from '@tanstack/react-router';
import { NewsScreen } from '../../../features/news/news-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/neWs/neWs')({
  loader: () => loadCatalog('news'),
  component: NewsScreen,
});
