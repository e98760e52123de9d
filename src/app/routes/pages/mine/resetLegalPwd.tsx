import { createFileRoute } from '@tanstack/react-router';
import { TransactionPasswordScreen } from '#app/features/security/transaction-password/transaction-password-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';

export const Route = createFileRoute('/pages/mine/resetLegalPwd')({
  loader: () => Promise.all([loadCatalog('security'), loadCatalog('account')]),
  component: TransactionPasswordScreen,
});
