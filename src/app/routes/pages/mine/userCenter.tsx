import { createFileRoute } from '@tanstack/react-router';
import { UserCenterScreen } from '../../../features/account/profile/user-center-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/mine/userCenter')({
  loader: () => Promise.all([loadCatalog('account'), loadCatalog('passkeys')]),
  component: UserCenterScreen,
});
