import { createFileRoute } from '@tanstack/react-router';
import { CalendarScreen } from '../../../features/rewards/calendar-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/components/Calendar')({
  loader: () => loadCatalog('rewards'),
  component: CalendarScreen,
});
