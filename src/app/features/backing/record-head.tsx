import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { dayMs } from '#protocol/core/durations.ts';
import { formatDay } from '#app/platform/format/time-format.ts';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { useCopy } from '#app/ui/controls/copying.ts';
import { Section } from '#app/ui/layout/Section.tsx';
import { recordHeadQuery } from './queries.ts';
import css from './record-head.module.css';

/** The newest head of the records, to be kept by whoever wants to prove something with it later; nothing without one. */
export function RecordHead() {
  const { t } = useLingui();
  const copy = useCopy();
  const { data } = useQuery(recordHeadQuery);
  const head = data?.list[0];
  if (head === undefined) return null;
  const { date, hash } = head;
  const day = formatDay(Date.parse(date) / dayMs);
  return (
    <Section
      band
      title={<Trans>Fingerprint of the records</Trans>}
      action={
        <IconButton icon={Copy} tone="quiet" label={t`Copy the fingerprint`} onClick={() => copy(`${date}: ${hash}`)} />
      }
    >
      <div className={css['words']}>
        <p>
          <Trans>Up to the end of {day} (UTC)</Trans>
        </p>
        <p className={css['hash']} translate="no">
          {hash}
        </p>
        <p className={css['note']}>
          <Trans>
            Keep it: it lets you prove later that the operators’ log and the evidence of P2P orders up to that day were
            not changed.
          </Trans>
        </p>
      </div>
    </Section>
  );
}
