import { useLingui } from '@lingui/react/macro';
import { Search } from 'lucide-react';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';

/** Search and switch left no coin over. */
export function NothingFound() {
  const { t } = useLingui();
  return <EmptyState icon={Search} title={t`Nothing found`} text={t`Change the search or show small balances.`} />;
}
