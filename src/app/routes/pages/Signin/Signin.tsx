import { createFileRoute } from '@tanstack/react-router';
import { CheckInScreen } from '../../../features/check-in/check-in-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/Signin/Signin')({
  loader: () => Promise.all([loadCatalog('check-in'), loadCatalog('backing')]),
  component: CheckInScreen,
});
