import { createFileRoute } from '@tanstack/react-router';
import { EndedScreen } from '#app/features/robots/ended-screen.tsx';
import { RobotsScreen } from '#app/features/robots/robots-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { searchParams } from '#app/platform/search-params.ts';

export const Route = createFileRoute('/pages/AI_quantification/AI_quantification')({
  validateSearch: searchParams<{ show?: 'ended' }>({ show: ['ended'] }),
  loader: () => loadCatalog('robots'),
  component: RobotsRoute,
});

function RobotsRoute() {
  const { show } = Route.useSearch();
  return show === 'ended' ? <EndedScreen /> : <RobotsScreen />;
}
