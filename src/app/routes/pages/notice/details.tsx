import { createFileRoute } from '@tanstack/react-router';
import { NoticeScreen } from '#app/features/notices/notice-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { idSearch } from '#app/platform/search-params.ts';

export const Route = createFileRoute('/pages/notice/details')({
  validateSearch: idSearch,
  loader: () => Promise.all([loadCatalog('notices'), loadCatalog('news')]),
  component: NoticeRoute,
});

function NoticeRoute() {
  const { id = '0' } = Route.useSearch();
  return <NoticeScreen id={id} />;
}
