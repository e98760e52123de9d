import { createFileRoute } from '@tanstack/react-router';
import { UserCenterScreen } from '#app/features/account/profile/user-center-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';

export const Route = createFileRoute('/pages/mine/userCenter')({
  loader: () => Promise.all([loadCatalog('account'), loadCatalog('passkeys')]),
  component: UserCenterScreen,
});
