import { createFileRoute } from '@tanstack/react-router';
import { GroupsScreen } from '#app/features/chat/groups/groups-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';

export const Route = createFileRoute('/pages/usreMei/usreMei')({
  loader: () => loadCatalog('chat'),
  component: GroupsScreen,
});
