import { createFileRoute } from '@tanstack/react-router';
import { LanguageScreen } from '#app/features/language/language-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';

export const Route = createFileRoute('/pages/mine/lang')({
  loader: () => loadCatalog('language'),
  component: LanguageScreen,
});
