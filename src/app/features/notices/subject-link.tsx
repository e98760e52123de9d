import { Trans } from '@lingui/react/macro';
import type { NoticeSubject } from '../../../protocol/entities/content.ts';
import { Button } from '../../ui/controls/Button.tsx';
import css from './notices-screen.module.css';

/** Leads from a notice to the position, the closings or the round that it is about. */
export function SubjectLink({ subject }: { subject: NoticeSubject | null }) {
  if (subject === null) return null;
  return (
    <div className={css['subject']}>
      <Button kind="primary" href={hrefOf(subject)}>
        {subject.kind === 'position' ? (
          <Trans>Open the position</Trans>
        ) : subject.kind === 'closing' ? (
          <Trans>Open contract history</Trans>
        ) : (
          <Trans>Open the round</Trans>
        )}
      </Button>
    </div>
  );
}

function hrefOf(subject: NoticeSubject): string {
  switch (subject.kind) {
    case 'position':
      return `#/pages/lever/lever?contract=${subject.contract}`;
    case 'closing':
      return `#/pages/lever/orderList?contract=${subject.contract}`;
    case 'round':
      return `#/pages/Option/Riseandfall?id=${subject.round}&entry=${subject.entry}`;
  }
}
