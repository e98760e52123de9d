import { createFileRoute } from '@tanstack/react-router';
import { HomeScreen } from '../features/home/home-screen.tsx';
import { loadCatalog } from '../platform/language.ts';

export const Route = createFileRoute('/')({
  loader: () => loadCatalog('home'),
  component: HomeScreen,
});
