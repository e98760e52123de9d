import { Trans, useLingui } from '@lingui/react/macro';
import { Clock, RotateCw, Trash2, TriangleAlert } from 'lucide-react';
import type { ChatMessage } from '#protocol/chat/entities.ts';
import { ApiRefusal } from '#app/platform/api/api.ts';
import { forgetWaiting, retryWaiting } from '#app/platform/offline/outbox.ts';
import type { WaitingWrite } from '#app/platform/offline/outbox-store.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { Icon } from '#app/ui/icons.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { WaitingPicture } from './message-picture.tsx';
import { MessageText } from './message-text.tsx';
import css from './message.module.css';
import { Quote, quoteOf } from './message-row.tsx';

/** An own message that is not sent yet, or was refused: then it can be tried again or deleted. */
export function WaitingRow({ write, quoted }: { write: WaitingWrite<'chat-message'>; quoted: ChatMessage | null }) {
  const { t } = useLingui();
  const { input, refused } = write;
  // The error is made once for each reason, so that its words are looked up once.
  const reason = useFailureText(refusalOf(refused));
  const quote = quoted === null ? null : quoteOf(quoted);
  const orReported = (change: Promise<void>) =>
    change.catch(() =>
      toast.show({
        type: 'error',
        title: t`That did not work`,
        detail: t`Free some space on this device, then try again.`,
      }),
    );
  return (
    <div className={css['row']} data-own data-first data-refused={refused !== null || undefined}>
      <div className={css['bubble']}>
        {quote !== null && <Quote quote={quote} />}
        {input.image !== null && <WaitingPicture image={input.image} />}
        <MessageText message={{ text: input.text, mentions: [] }} me={null} />
        <span className={css['foot']}>
          <time dateTime={new Date(write.at).toISOString()}>{formatTime(write.at, 'time')}</time>
          {refused === null ? (
            <span className={css['state']}>
              <Icon of={Clock} size="note" />
              <Trans>Waiting</Trans>
            </span>
          ) : (
            <span className={css['state']} data-refused>
              <Icon of={TriangleAlert} size="note" />
              <Trans>Not sent</Trans>
            </span>
          )}
        </span>
        {refused !== null && <span className={css['reason']}>{reason}</span>}
        <span className={css['choices']}>
          {refused !== null && (
            <button type="button" className={css['choice']} onClick={() => void orReported(retryWaiting(write.id))}>
              <Icon of={RotateCw} size="note" />
              <Trans>Send again</Trans>
            </button>
          )}
          <button
            type="button"
            className={css['choice']}
            aria-label={t`Delete this message before it is sent`}
            onClick={() => void orReported(forgetWaiting(write.id))}
          >
            <Icon of={Trash2} size="note" />
            <Trans>Delete</Trans>
          </button>
        </span>
      </div>
    </div>
  );
}

const refusals = new Map<number, ApiRefusal>();

function refusalOf(code: WaitingWrite['refused']): ApiRefusal | null {
  if (code === null) return null;
  const made = refusals.get(code) ?? new ApiRefusal(code, 'error', null);
  refusals.set(code, made);
  return made;
}
