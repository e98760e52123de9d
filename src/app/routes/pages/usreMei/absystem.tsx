import { createFileRoute } from '@tanstack/react-router';
import { EntryScreen } from '#app/features/chat/groups/entry-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';

export const Route = createFileRoute('/pages/usreMei/absystem')({
  loader: () => loadCatalog('chat'),
  component: EntryScreen,
});
