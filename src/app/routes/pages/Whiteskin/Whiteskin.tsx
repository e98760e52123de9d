import { createFileRoute } from '@tanstack/react-router';
import { PageScreen } from '#app/features/help/page-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';

export const Route = createFileRoute('/pages/Whiteskin/Whiteskin')({
  loader: () => Promise.all([loadCatalog('help'), loadCatalog('news')]),
  component: () => <PageScreen textKey="page/white-paper" />,
});
