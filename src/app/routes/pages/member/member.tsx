import { createFileRoute } from '@tanstack/react-router';
import { ReferralsScreen } from '#app/features/referrals/referrals-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';

export const Route = createFileRoute('/pages/member/member')({
  loader: () => loadCatalog('referrals'),
  component: ReferralsScreen,
});
