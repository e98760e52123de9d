import { createFileRoute } from '@tanstack/react-router';
import { HomeScreen } from '#app/features/home/home-screen.tsx';
import { signedInCode } from '#app/features/home/signed-in-code.ts';
import { loadCatalog } from '#app/platform/language/language.ts';
import { session } from '#app/platform/session/session.ts';

export const Route = createFileRoute('/pages/index/index')({
  loader: () => Promise.all([loadCatalog('home'), session.get() === null ? null : signedInCode()]),
  component: HomeScreen,
});
