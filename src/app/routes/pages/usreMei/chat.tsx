import { createFileRoute, Navigate } from '@tanstack/react-router';
import { RoomScreen } from '../../../features/chat/room/room-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/usreMei/chat')({
  validateSearch: ({ group }: Record<string, unknown>): { group?: string } =>
    typeof group === 'string' && /^\d{1,18}$/.test(group) ? { group } : {},
  loader: () => loadCatalog('chat'),
  component: RoomRoute,
});

function RoomRoute() {
  const { group } = Route.useSearch();
  if (group === undefined) return <Navigate to="/pages/usreMei/usreMei" replace />;
  return <RoomScreen key={group} group={group} />;
}
