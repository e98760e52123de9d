import { Trans } from '@lingui/react/macro';
import { ScreenSkeleton } from '#app/ui/layout/ScreenSkeleton.tsx';
import type { LoadErrorProps } from '../loading/load-error.tsx';
import { NotLoaded } from '../loading/not-loaded.tsx';

/** Nothing to show yet: a skeleton, or why there is none. */
export function NotYet({ query }: Pick<LoadErrorProps, 'query'>) {
  return (
    <NotLoaded query={query} title={<Trans>Balances did not load</Trans>} coins>
      <ScreenSkeleton blocks={[60, 128, 74, 52]} loose />
    </NotLoaded>
  );
}
