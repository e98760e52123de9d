import { createFileRoute, Navigate } from '@tanstack/react-router';
import { RoomScreen } from '#app/features/chat/room/room-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { idText, searchParams } from '#app/platform/search-params.ts';

export const Route = createFileRoute('/pages/usreMei/chat')({
  validateSearch: searchParams<{ group?: string }>({ group: idText }),
  loader: () => loadCatalog('chat'),
  component: RoomRoute,
});

function RoomRoute() {
  const { group } = Route.useSearch();
  if (group === undefined) return <Navigate to="/pages/usreMei/usreMei" replace />;
  return <RoomScreen key={group} group={group} />;
}
