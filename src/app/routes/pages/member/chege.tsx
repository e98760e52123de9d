import { createFileRoute } from '@tanstack/react-router';
import { RulesScreen } from '#app/features/referrals/rules-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';

export const Route = createFileRoute('/pages/member/chege')({
  loader: () => Promise.all([loadCatalog('referrals'), loadCatalog('backing')]),
  component: RulesScreen,
});
