import { createFileRoute } from '@tanstack/react-router';
import { BindContactScreen } from '../../../features/security/bind-contact-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/mine/bondEmailOrPhone')({
  validateSearch: ({ by }: Record<string, unknown>): { by?: 'email' | 'phone' } =>
    by === 'email' || by === 'phone' ? { by } : {},
  loader: () => Promise.all([loadCatalog('security'), loadCatalog('account')]),
  component: BindContactScreen,
});
