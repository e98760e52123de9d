import { useLingui } from '@lingui/react/macro';
import styles from './pending-screen.module.css';

/** What a screen shows while its code is on the way, after the product's delay (spec point 9). */
export function PendingScreen() {
  const { t } = useLingui();
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
