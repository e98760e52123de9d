import { createFileRoute } from '@tanstack/react-router';
import { CalendarScreen } from '#app/features/check-in/calendar-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';

export const Route = createFileRoute('/pages/components/Calendar')({
  loader: () => loadCatalog('check-in'),
  component: CalendarScreen,
});
