import { useLingui } from '@lingui/react/macro';
import type { PageKey } from './page-paths.ts';

/** What the pages are called in lists and while their text comes. */
export function usePageNames(): Readonly<Record<PageKey, string>> {
  const { t } = useLingui();
  return {
    'page/about': t`About us`,
    'page/white-paper': t`White paper`,
    'page/agreement': t`User agreement`,
    'page/privacy': t`Privacy policy`,
  };
}
