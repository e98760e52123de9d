import { useLingui } from '@lingui/react/macro';
import { CheckCheck, Megaphone, ShieldCheck } from 'lucide-react';
import type { Notice } from '../../../protocol/content/entities.ts';
import { formatTime } from '../../platform/format/time-format.ts';
import { IconTile } from '../../ui/lists/ListRow.tsx';
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx';
import css from './notices-screen.module.css';

const pictures = { account: ShieldCheck, trading: CheckCheck, system: Megaphone } as const;

/** One notice of the list: what happened, in two lines at most, and whether it is unread. */
export function NoticeRow({ notice, today }: { notice: Notice; today: boolean }) {
  const { t } = useLingui();
  return (
    <a className={css['row']} href={`#/pages/notice/details?id=${notice.id}`} data-read={notice.read || undefined}>
      <IconTile icon={pictures[notice.kind]} tone={notice.read ? 'plain' : 'accent'} />
      <span className={css['words']}>
        <span className={css['title']}>{notice.title}</span>
        <span className={css['summary']}>{notice.summary}</span>
      </span>
      <span className={css['when']}>
        <time dateTime={new Date(notice.at).toISOString()}>{formatTime(notice.at, today ? 'time' : 'day')}</time>
        {!notice.read && (
          <span className={css['dot']}>
            <VisuallyHidden>{t`Unread`}</VisuallyHidden>
          </span>
        )}
      </span>
    </a>
  );
}
