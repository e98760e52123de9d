import { createFileRoute } from '@tanstack/react-router';
import { OptionsScreen } from '#app/features/options/options-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';

export const Route = createFileRoute('/pages/Option/Option')({
  loader: () => loadCatalog('options'),
  component: OptionsScreen,
});
