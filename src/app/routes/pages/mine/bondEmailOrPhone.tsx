import { createFileRoute } from '@tanstack/react-router';
import { BindContactScreen } from '#app/features/security/bind-contact-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';
import { searchParams } from '#app/platform/search-params.ts';

export const Route = createFileRoute('/pages/mine/bondEmailOrPhone')({
  validateSearch: searchParams<{ by?: 'email' | 'phone' }>({ by: ['email', 'phone'] }),
  loader: () => Promise.all([loadCatalog('security'), loadCatalog('account')]),
  component: BindContactScreen,
});
