import { Trans } from '@lingui/react/macro';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useState } from 'react';
import styles from './message-screen.module.css';

/** Shown instead of a screen that broke: what happened, what is safe, what to do. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const [copied, setCopied] = useState(false);
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const details = `${what}\n${location.hash}\n${import.meta.env.BUILD}`;
  return (
    <main className={styles['screen']}>
      <h1 tabIndex={-1}>
        <Trans>This page could not be shown</Trans>
      </h1>
      <p>
        <Trans>Nothing was sent. Your money and orders are as they were.</Trans>
      </p>
      <button type="button" className={styles['primary']} onClick={reset}>
        <Trans>Try again</Trans>
      </button>
      <button
        type="button"
        className={styles['second']}
        onClick={() => {
          void navigator.clipboard.writeText(details).then(() => setCopied(true));
        }}
      >
        {copied ? <Trans>Copied</Trans> : <Trans>Copy details</Trans>}
      </button>
    </main>
  );
}
