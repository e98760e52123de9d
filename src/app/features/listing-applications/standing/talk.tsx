import { useLingui } from '@lingui/react/macro';
import type { ListingApplicationText } from '../../../../protocol/listing-applications/entities.ts';
import { formatTime } from '../../../platform/format/time-format.ts';
import css from '../listing.module.css';

/** What the desk asked and what was answered, oldest first; nothing where nothing was asked. */
export function Talk({ texts }: { texts: readonly ListingApplicationText[] }) {
  const { t } = useLingui();
  if (texts.length === 0) return null;
  return (
    <ol className={css['talk']} aria-label={t`Questions and answers`}>
      {texts.map(({ by, text, at }) => (
        <li key={at} data-by={by}>
          <p className={css['note']}>
            {by === 'desk' ? t`We asked` : t`You answered`}, {formatTime(at, 'dayTime')}
          </p>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  );
}
