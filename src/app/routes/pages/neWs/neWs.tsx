import { createFileRoute } from '@tanstack/react-router';
import { NewsScreen } from '#app/features/news/news-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';

export const Route = createFileRoute('/pages/neWs/neWs')({
  loader: () => loadCatalog('news'),
  component: NewsScreen,
});
