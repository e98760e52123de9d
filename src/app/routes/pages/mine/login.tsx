import { createFileRoute } from '@tanstack/react-router';
import { LogInScreen } from '../../../features/account/log-in/log-in-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';
import { toSearch } from '../../../platform/search-params.ts';

export const Route = createFileRoute('/pages/mine/login')({
  validateSearch: toSearch,
  loader: () => Promise.all([loadCatalog('account'), loadCatalog('passkeys')]),
  component: LogInScreen,
});
