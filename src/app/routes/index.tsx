import { createFileRoute } from '@tanstack/react-router';
import { HomeScreen } from '../features/home/home-screen.tsx';
import { signedInCode } from '../features/home/signed-in-code.ts';
import { loadCatalog } from '../platform/language/language.ts';
import { session } from '../platform/session/session.ts';

export const Route = createFileRoute('/')({
  loader: () => Promise.all([loadCatalog('home'), session.get() === null ? null : signedInCode()]),
  component: HomeScreen,
});
