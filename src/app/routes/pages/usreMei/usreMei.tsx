import { createFileRoute } from '@tanstack/react-router';
import { GroupsScreen } from '../../../features/chat/groups/groups-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/usreMei/usreMei')({
  loader: () => loadCatalog('chat'),
  component: GroupsScreen,
});
