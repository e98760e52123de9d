import { Trans, useLingui } from '@lingui/react/macro';
import type { TicketReply } from '#protocol/tickets/entities.ts';
import { forgetWaiting, retryWaiting } from '#app/platform/offline/outbox.ts';
import { type WaitingWrite } from '#app/platform/offline/outbox-store.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { savedOrReported } from './save-failure.ts';
import { type Picture, Pictures } from './pictures.tsx';
import css from './tickets.module.css';
import { useRefusalMessage } from './waiting-labels.ts';

interface MessageProps extends Pick<TicketReply, 'from' | 'text' | 'at'> {
  readonly kind?: TicketReply['kind'];
  readonly images: readonly string[];
}

/** One thing that was said, or the closing of the order. */
export function Message({ from, kind = 'text', text, images, at }: MessageProps) {
  const { t } = useLingui();
  const who = from === 'person' ? t`You` : t`Customer service`;
  const heading = kind === 'text' ? who : from === 'person' ? t`You closed it` : t`Customer service closed it`;
  return (
    <li className={css['message']} data-from={from} data-kind={kind}>
      <p className={css['who']}>
        <span>{heading}</span>
        <time dateTime={new Date(at).toISOString()}>{formatTime(at, 'dayTime')}</time>
      </p>
      <Said text={text} pictures={images.map((file) => ({ file }))} />
    </li>
  );
}

function Said({ text, pictures }: { text: string; pictures: readonly Picture[] }) {
  return (
    <>
      {text !== '' && (
        <p className={css['text']} dir="auto">
          {text}
        </p>
      )}
      <Pictures pictures={pictures} />
    </>
  );
}

/** A reply that waits on this device, or that the exchange did not take. */
export function WaitingMessage({ reply }: { reply: WaitingWrite<'work-order-reply'> }) {
  const { t } = useLingui();
  const reachable = useReachable();
  const refused = useRefusalMessage(reply.refused);
  const { text, images, close } = reply.input;
  const isRefused = reply.refused !== null;
  return (
    <li className={css['message']} data-from="person" data-kind={close ? 'closed' : 'text'} data-waiting>
      <p className={css['who']}>
        <span>{close ? t`You are closing it` : t`You`}</span>
        <span data-wrong={isRefused || undefined}>
          {isRefused ? t`Not sent` : reachable ? t`Sending…` : t`Waiting for a connection`}
        </span>
      </p>
      <Said text={text} pictures={images.map((key) => ({ key }))} />
      {isRefused && (
        <>
          <p className={css['noteLine']} data-wrong>
            {refused}
          </p>
          <div className={css['choices']}>
            <Button
              size="s"
              kind="outline"
              onClick={() => void savedOrReported(() => forgetWaiting(reply.id), t`It was not deleted`)}
            >
              <Trans>Delete</Trans>
            </Button>
            <Button
              size="s"
              onClick={() => void savedOrReported(() => retryWaiting(reply.id), t`It was not sent again`)}
            >
              <Trans>Send again</Trans>
            </Button>
          </div>
        </>
      )}
    </li>
  );
}
