import { createFileRoute } from '@tanstack/react-router';
import { RegisterScreen } from '../features/account/log-in/register-screen.tsx';
import { loadCatalog } from '../platform/language/language.ts';
import { anyText, searchParams } from '../platform/search-params.ts';

export const Route = createFileRoute('/register')({
  validateSearch: searchParams<{ invite?: string; to?: string }>({ invite: anyText, to: anyText }),
  loader: () => loadCatalog('account'),
  component: RegisterScreen,
});
