import { Trans, useLingui } from '@lingui/react/macro';
import { WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { chunkLoadMs, pageDelayMs } from '../../../protocol/limits.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/layout/EmptyState.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import styles from './pending-screen.module.css';

/**
 * What a screen shows while its code is on the way, after the product's delay, and that it does not come, after the
 * product's limit (spec point 9).
 */
export function PendingScreen() {
  const { t } = useLingui();
  const [isGivenUp, setGivenUp] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setGivenUp(true), chunkLoadMs - pageDelayMs);
    return () => clearTimeout(timer);
  }, []);
  if (isGivenUp) return <GivenUp />;
  return (
    <main className={styles['screen']} aria-busy="true" aria-label={t`Loading`}>
      <div className={styles['bar']} />
      <div className={styles['hero']} />
      {Array.from({ length: 6 }, (_, row) => (
        <div key={row} className={styles['row']} />
      ))}
    </main>
  );
}

/** The browser never asks again for a file that it still waits for, so the whole page is loaded again. */
function GivenUp() {
  const { t } = useLingui();
  return (
    <Page title={t`No connection`}>
      <EmptyState
        icon={WifiOff}
        title={<Trans>This page takes too long to load</Trans>}
        text={<Trans>Check your connection, then load it again.</Trans>}
        action={
          <Button wide={false} onClick={() => location.reload()}>
            <Trans>Load again</Trans>
          </Button>
        }
      />
    </Page>
  );
}
