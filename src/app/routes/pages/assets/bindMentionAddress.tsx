import { createFileRoute } from '@tanstack/react-router';
import { AddressBookScreen } from '#app/features/withdrawals/address-book/address-book-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';

export const Route = createFileRoute('/pages/assets/bindMentionAddress')({
  loader: () => Promise.all([loadCatalog('withdrawals'), loadCatalog('deposits')]),
  component: AddressBookScreen,
});
