import { createFileRoute } from '@tanstack/react-router';
import { ContractListsScreen } from '#app/features/contracts/history/lists-screen.tsx';
import { loadCatalog } from '#app/platform/language/language.ts';

export const Route = createFileRoute('/pages/lever/leverList')({
  loader: () => Promise.all([loadCatalog('contracts'), loadCatalog('spot')]),
  component: ContractListsScreen,
});
