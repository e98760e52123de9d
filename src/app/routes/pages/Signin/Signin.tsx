import { createFileRoute } from '@tanstack/react-router';
import { CheckInScreen } from '#app/features/check-in/check-in-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';

export const Route = createFileRoute('/pages/Signin/Signin')({
  loader: () => Promise.all([loadCatalog('check-in'), loadCatalog('backing')]),
  component: CheckInScreen,
});
