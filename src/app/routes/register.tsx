import { createFileRoute } from '@tanstack/react-router';
import { RegisterScreen } from '../features/account/register-screen.tsx';
import { loadCatalog } from '../platform/language.ts';

export const Route = createFileRoute('/register')({
  validateSearch: ({ invite }: Record<string, unknown>): { invite?: string } =>
    typeof invite === 'string' ? { invite } : {},
  loader: () => loadCatalog('account'),
  component: RegisterScreen,
});
