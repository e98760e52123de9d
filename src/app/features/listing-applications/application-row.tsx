import { useLingui } from '@lingui/react/macro';
import type { ListingApplication } from '../../../protocol/listing-applications/entities.ts';
import { formatTime } from '../../platform/format/time-format.ts';
import { Badge } from '../../ui/lists/Badge.tsx';
import { CoinIcon } from '../../ui/lists/CoinIcon.tsx';
import { ListRow } from '../../ui/lists/ListRow.tsx';
import { stateLabels } from './application-labels.ts';

/** An application in a list: its coin, when it was sent, and how it stands. */
export function ApplicationRow({ application }: { application: ListingApplication }) {
  const { i18n, t } = useLingui();
  const { id, symbol, englishName, submittedAt, state } = application;
  const { name, tone } = stateLabels[state];
  const sent = formatTime(submittedAt, 'dayTime');
  return (
    <ListRow
      href={`#/pages/Apply/Apply?id=${id}`}
      leading={<CoinIcon symbol={symbol} />}
      title={t`${symbol}, ${englishName}`}
      sub={t`Sent ${sent}`}
      trailing={<Badge tone={tone}>{i18n._(name)}</Badge>}
      chevron
    />
  );
}
