import { createFileRoute } from '@tanstack/react-router';
import { SecurityScreen } from '#app/features/security/security-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';

export const Route = createFileRoute('/pages/mine/security')({
  loader: () => Promise.all([loadCatalog('security'), loadCatalog('account'), loadCatalog('passkeys')]),
  component: SecurityScreen,
});
