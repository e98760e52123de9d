import { createFileRoute } from '@tanstack/react-router';
import { RateScreen } from '#app/features/assets/overview/rate-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';

export const Route = createFileRoute('/pages/assets/rate')({
  loader: () => loadCatalog('assets'),
  component: RateScreen,
});
