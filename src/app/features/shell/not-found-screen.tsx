import { Trans } from '@lingui/react/macro';
import { homePath, visitorHomePath } from '../../platform/public-paths.ts';
import { session } from '../../platform/session.ts';
import { useObservable } from '../../platform/observable.ts';
import styles from './message-screen.module.css';

/** Shown for an address no screen has. */
export function NotFoundScreen() {
  const signedIn = useObservable(session) !== null;
  return (
    <main className={styles['screen']}>
      <h1 tabIndex={-1}>
        <Trans>There is no such page</Trans>
      </h1>
      <p>
        <Trans>The link may be old, or mistyped.</Trans>
      </p>
      <a className={styles['primary']} href={`#${signedIn ? homePath : visitorHomePath}`}>
        <Trans>Go to home</Trans>
      </a>
    </main>
  );
}
