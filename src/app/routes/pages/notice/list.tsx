import { createFileRoute } from '@tanstack/react-router';
import { NoticesScreen } from '#app/features/notices/notices-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';

export const Route = createFileRoute('/pages/notice/list')({
  loader: () => loadCatalog('notices'),
  component: NoticesScreen,
});
