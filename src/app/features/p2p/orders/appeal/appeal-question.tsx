import { Trans } from '@lingui/react/macro';
import { Gavel, Hourglass } from 'lucide-react';
import type { P2pOrderDetail } from '#protocol/p2p/entities/trade.ts';
import { hourMs, minuteMs } from '#protocol/core/durations.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { useServerNow } from '#app/platform/stream/stream-hooks.ts';
import { Icon } from '#app/ui/icons.tsx';
import { useCounterpartyName } from '../counterparty-row.tsx';
import { arbiterAsks, lastStatement, questionOf } from './appeal-state.ts';
import css from './appeal.module.css';

/** What is asked of the viewer and until when, or that the arbiter reads. */
export function AppealQuestion({ detail }: { detail: P2pOrderDetail }) {
  const name = useCounterpartyName()(detail.order);
  const question = questionOf(detail);
  const asked = arbiterAsks(detail);
  // Nobody's words are there to be answered: the exchange opened it.
  const isCase = question === 'appeal' && detail.appeal?.by === 'system';
  const said = lastStatement(detail, detail.appeal?.by ?? 'arbiter')?.text ?? '';
  return (
    <div className={css['ask']}>
      <p className={css['askTitle']}>
        <Icon of={Gavel} />
        {question === 'arbiter' ? (
          <Trans>The arbiter asks</Trans>
        ) : isCase ? (
          <Trans>Customer service opened a case</Trans>
        ) : question === 'appeal' ? (
          <Trans>{name} appealed</Trans>
        ) : (
          <Trans>The arbiter reads</Trans>
        )}
        {question === 'arbiter' && (
          <span className={css['staff']}>
            <Trans>Dunlin staff</Trans>
          </span>
        )}
      </p>
      <p className={css['words']}>
        {question === 'arbiter' ? (
          asked
        ) : isCase ? (
          <Trans>One side’s account cannot trade now. Say your part and add your proof: an arbiter decides.</Trans>
        ) : question === 'appeal' ? (
          said
        ) : (
          <Trans>Both sides can add statements and pictures until it is decided.</Trans>
        )}
      </p>
      <Deadline until={detail.order.answerUntil} isOwn={question !== null} />
    </div>
  );
}

function Deadline({ until, isOwn }: { until: number | null; isOwn: boolean }) {
  const now = useServerNow(minuteMs);
  if (until === null || until <= now) return null;
  const leftMs = until - now;
  const hours = Math.floor(leftMs / hourMs);
  const minutes = Math.ceil((leftMs % hourMs) / minuteMs);
  const at = formatTime(until, 'weekTime');
  return (
    <p className={css['due']} data-closing={leftMs < hourMs || undefined}>
      <Icon of={Hourglass} size="inline" />
      <span>
        {isOwn ? (
          <Trans>
            Answer before {at}, {hours} h {minutes} min left
          </Trans>
        ) : (
          <Trans>
            Answers until {at}, {hours} h {minutes} min left
          </Trans>
        )}
      </span>
    </p>
  );
}
