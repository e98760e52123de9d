import { createFileRoute } from '@tanstack/react-router';
import { TeamScreen } from '../../../features/team/team-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/member/member')({
  loader: () => loadCatalog('team'),
  component: TeamScreen,
});
