import { createFileRoute } from '@tanstack/react-router';
import { RegisterScreen } from '../features/account/sign-in/register-screen.tsx';
import { loadCatalog } from '../platform/language/language.ts';

export const Route = createFileRoute('/register')({
  validateSearch: ({ invite, to }: Record<string, unknown>): { invite?: string; to?: string } => ({
    ...(typeof invite === 'string' && { invite }),
    ...(typeof to === 'string' && { to }),
  }),
  loader: () => loadCatalog('account'),
  component: RegisterScreen,
});
