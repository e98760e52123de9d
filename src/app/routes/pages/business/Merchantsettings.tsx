import { createFileRoute } from '@tanstack/react-router';
import { SettingsScreen } from '../../../features/merchant/settings/settings-screen.tsx';
import { loadCatalog } from '../../../platform/language/language.ts';

export const Route = createFileRoute('/pages/business/Merchantsettings')({
  loader: () => Promise.all([loadCatalog('merchant'), loadCatalog('fiat')]),
  component: SettingsScreen,
});
