import { createFileRoute } from '@tanstack/react-router';
import { SignInScreen } from '../../../features/rewards/sign-in-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/Signin/Signin')({
  loader: () => Promise.all([loadCatalog('rewards'), loadCatalog('backing')]),
  component: SignInScreen,
});
