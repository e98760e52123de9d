import { Trans } from '@lingui/react/macro';
import css from './leave-text.module.css';

/** Where a link leads, its host first and in full, and what that means. */
export function LeaveText({ host, url }: { host: string; url: string }) {
  return (
    <span className={css['text']}>
      <span className={css['host']} dir="ltr">
        {host}
      </span>
      <span className={css['address']} dir="ltr">
        {url}
      </span>
      <span>
        <Trans>
          This page is not part of Dunlin. Dunlin never asks for a password, a code or coins there, and cannot undo what
          you do.
        </Trans>
      </span>
    </span>
  );
}
