import { createFileRoute } from '@tanstack/react-router';
import { RulesScreen } from '../../../features/team/rules-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/member/chege')({
  loader: () => Promise.all([loadCatalog('team'), loadCatalog('backing')]),
  component: RulesScreen,
});
