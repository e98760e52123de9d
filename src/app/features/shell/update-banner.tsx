import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { updateBanner, updateState } from '../../platform/offline/update-state.ts';
import { useObservable } from '../../platform/observable.ts';
import { Banner } from '../../ui/layout/Banner.tsx';

function UpdateBanner() {
  const { t } = useLingui();
  const change = async () => {
    const { applyUpdate } = await import('../../platform/offline/update.ts');
    applyUpdate();
  };
  const isReady = useObservable(updateState) === 'ready';
  return (
    <Banner live action={isReady ? { label: t`Update`, onAction: () => void change() } : undefined}>
      <Trans>A new version is ready. The page will reload.</Trans>
    </Banner>
  );
}

/** Says above every screen that a newer build is ready. */
export function useUpdateBanner(): void {
  const isCurrent = useObservable(updateState) === 'current';
  useEffect(() => updateBanner.set(isCurrent ? null : <UpdateBanner />), [isCurrent]);
}
