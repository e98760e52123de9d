import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { FileQuestion, SendHorizontal } from 'lucide-react';
import { useEffect, useRef, type FormEvent, useState } from 'react';
import { codes } from '#protocol/core/codes.ts';
import type { Ticket, TicketThread } from '#protocol/tickets/entities.ts';
import { ticketTextMaxLength } from '#protocol/core/limits.ts';
import { plainText } from '#protocol/core/text/plain-text.ts';
import { ApiRefusal } from '#app/platform/api/api.ts';
import { enqueue } from '#app/platform/offline/outbox.ts';
import { serverNow } from '#app/platform/api/server-clock.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { Badge } from '#app/ui/lists/Badge.tsx';
import { Button } from '#app/ui/controls/Button.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { LiveRegion } from '#app/ui/layout/VisuallyHidden.tsx';
import { confirm } from '#app/ui/overlays/confirm.tsx';
import { useWaiting } from '#app/platform/offline/use-waiting.ts';
import { TextField } from '#app/ui/controls/TextField.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { savedOrReported, type SaveFailure, saveFailure, saveFailureText } from './save-failure.ts';
import { Message, WaitingMessage } from './message.tsx';
import { orderLabels } from './ticket-labels.ts';
import { PracticeNote } from './practice-note.tsx';
import { orderQuery, useLiveTickets } from './queries.ts';
import css from './tickets.module.css';
import { NotLoaded } from '../loading/not-loaded.tsx';
import { OfflineAge } from '../loading/offline-age.tsx';
import { useDraft } from './drafts.ts';
import { PictureChoice } from './picture-choice.tsx';

/** One ticket: what was said both ways, live, and the field for the next reply. */
export function TicketScreen({ id }: { id: string }) {
  const { t } = useLingui();
  const order = useQuery({ ...orderQuery(id), refetchOnMount: 'always' });
  useLiveTickets();
  const thread = order.data?.thread ?? undefined;
  const isMissing = order.error instanceof ApiRefusal && order.error.code === codes.notFound;
  return (
    <Page
      title={t`Ticket`}
      onRefresh={() => order.refetch()}
      updating={order.isFetching && thread !== undefined}
      bottom={thread === undefined || isMissing ? undefined : <Next order={thread.order} />}
    >
      {isMissing ? (
        <EmptyState icon={FileQuestion} title={<Trans>Ticket not found</Trans>} />
      ) : thread !== undefined ? (
        <>
          <OfflineAge at={order.dataUpdatedAt} />
          <Conversation thread={thread} />
        </>
      ) : (
        <NotLoaded query={order} title={<Trans>The ticket did not load</Trans>} rows={4} leading={false} />
      )}
    </Page>
  );
}

/** Whether a reply can still be written. */
function takesReplies({ reopensUntil }: Ticket): boolean {
  return reopensUntil === null || serverNow() <= reopensUntil;
}

function Next({ order }: { order: Ticket }) {
  return takesReplies(order) ? (
    <ReplyForm order={order} />
  ) : (
    <Button kind="primary" href="#/pages/workOrder/index?new=1">
      <Trans>New ticket</Trans>
    </Button>
  );
}

function Conversation({ thread }: { thread: TicketThread }) {
  const { t, i18n } = useLingui();
  const { order, description, images, replies } = thread;
  const waiting = useWaiting('work-order-reply').filter(
    ({ id, input }) => input.order === order.id && !replies.some(({ clientId }) => clientId === id),
  );
  const end = useRef<HTMLDivElement>(null);
  const count = replies.length + waiting.length;
  const shown = useRef(count);
  useEffect(() => {
    // What was just written or answered is brought into view; a thread that opens begins at its top.
    if (count > shown.current) end.current?.scrollIntoView({ block: 'end' });
    shown.current = count;
  }, [count]);
  const answers = replies.filter(({ from }) => from === 'support').length;
  const label = orderLabels[order.state];
  return (
    <>
      <div className={css['head']}>
        <h2 className={css['title']} dir="auto">
          {order.title}
        </h2>
        <p className={css['facts']}>
          <Badge tone={label.tone}>{i18n._(label.name)}</Badge>
          <span>{t`No. ${order.id} · ${formatTime(order.at, 'dateTime')}`}</span>
        </p>
      </div>
      {(order.state === 'open' || order.state === 'waiting') && <PracticeNote />}
      <ol className={css['thread']} aria-label={t`Conversation`}>
        <Message from="person" text={description} images={images} at={order.at} />
        {replies.map((reply) => (
          <Message key={reply.id} {...reply} />
        ))}
        {waiting.map((reply) => (
          <WaitingMessage key={reply.id} reply={reply} />
        ))}
      </ol>
      <Announcement answers={answers} />
      <p className={css['where']}>
        <Where order={order} />
      </p>
      {order.state !== 'closed' && waiting.every(({ input }) => !input.close) && <CloseButton order={order.id} />}
      <div ref={end} className={css['end']} />
    </>
  );
}

/** Announces replies that arrive while the thread is open. */
function Announcement({ answers }: { answers: number }) {
  const { t } = useLingui();
  const first = useRef(answers);
  // oxlint-disable-next-line react-hooks/refs -- the initial messages never change while the thread is open
  const isNew = answers > first.current;
  return <LiveRegion>{isNew ? t`Customer service replied.` : null}</LiveRegion>;
}

/** Whose turn it is. */
function Where({ order }: { order: Ticket }) {
  if (order.state === 'answered') return <Trans>Customer service replied. Reply if anything is still open.</Trans>;
  if (order.state !== 'closed') return <Trans>Waiting for customer service.</Trans>;
  if (order.reopensUntil === null || !takesReplies(order)) return <Trans>It is closed.</Trans>;
  const until = formatTime(order.reopensUntil, 'date');
  return <Trans>It is closed. A reply until {until} opens it again.</Trans>;
}

function CloseButton({ order }: { order: string }) {
  const { t } = useLingui();
  const close = async () => {
    const sure = await confirm({
      title: t`Close this ticket?`,
      text: t`A reply within 14 days opens it again.`,
      confirmLabel: t`Close ticket`,
    });
    if (!sure) return;
    const closing = { order, text: '', images: [], close: true };
    await savedOrReported(() => enqueue('work-order-reply', closing), t`The ticket was not closed`);
  };
  return (
    <div className={css['more']}>
      <Button kind="text" onClick={() => void close()}>
        <Trans>Close ticket</Trans>
      </Button>
    </div>
  );
}

/** The next reply, with images, stored on the device until it is sent. */
function ReplyForm({ order }: { order: Ticket }) {
  const { t } = useLingui();
  const { draft, change, clear } = useDraft(order.id);
  const [problem, setProblem] = useState<'empty' | SaveFailure | null>(null);
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const isUnderWay = useRef(false);
  const { text, images } = draft ?? { text: '', images: [] };
  const send = async () => {
    const cleaned = plainText(text, 'lines');
    if (cleaned === '' && images.length === 0) {
      setProblem('empty');
      field.current?.focus();
      return;
    }
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    try {
      await enqueue('work-order-reply', { order: order.id, text: cleaned, images, close: false });
      setProblem(null);
      await clear().catch(() => undefined);
    } catch (error) {
      setProblem(saveFailure(error));
    } finally {
      isUnderWay.current = false;
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  const errors = {
    empty: t`Write a reply.`,
    device: t`This device could not save the reply. Free some space.`,
    full: saveFailureText('full'),
  };
  return (
    <form className={css['reply']} noValidate onSubmit={onSubmit}>
      <TextField
        kind="text"
        ref={field}
        label={order.state === 'closed' ? t`Reply and open it again` : t`Reply`}
        value={text}
        onChange={(typed) => {
          setProblem(null);
          change({ text: typed });
        }}
        limit={ticketTextMaxLength}
        rows={2}
        autoCapitalize="sentences"
        spellCheck
        error={problem === null ? undefined : errors[problem]}
      />
      <div className={css['replyRow']}>
        <PictureChoice small keys={images} onChange={(keys) => change({ images: keys })} />
        <Button
          type="submit"
          kind="primary"
          size="s"
          wide={false}
          disabled={draft === null}
          icon={<Icon of={SendHorizontal} size="row" />}
        >
          {t`Send`}
        </Button>
      </div>
    </form>
  );
}
