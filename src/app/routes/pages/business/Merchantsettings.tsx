import { createFileRoute } from '@tanstack/react-router';
import { SettingsScreen } from '#app/features/p2p/merchants/settings/settings-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';

export const Route = createFileRoute('/pages/business/Merchantsettings')({
  loader: () => Promise.all([loadCatalog('p2p-merchants'), loadCatalog('p2p')]),
  component: SettingsScreen,
});
