import { createFileRoute } from '@tanstack/react-router';
import { NoticeScreen } from '../../../features/notices/notice-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/notice/details')({
  validateSearch: ({ id }: Record<string, unknown>): { id?: string } =>
    typeof id === 'string' && /^\d{1,18}$/.test(id) ? { id } : {},
  loader: () => Promise.all([loadCatalog('notices'), loadCatalog('news')]),
  component: NoticeRoute,
});

function NoticeRoute() {
  const { id = '0' } = Route.useSearch();
  return <NoticeScreen id={id} />;
}
