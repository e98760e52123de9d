import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useId, useRef, useState } from 'react';
import { ticketsOpenMax, ticketTextMaxLength, ticketTitleMaxLength } from '#protocol/core/limits.ts';
import { plainText } from '#protocol/core/text/plain-text.ts';
import { enqueue } from '#app/platform/offline/outbox.ts';
import { reachability, useReachable } from '#app/platform/offline/reachability.ts';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { Button } from '#app/ui/controls/Button.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { Stack } from '#app/ui/layout/Section.tsx';
import { SkeletonRow } from '#app/ui/layout/Skeleton.tsx';
import { TextField } from '#app/ui/controls/TextField.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { type StoredDraft, newTicket, useDraft } from './drafts.ts';
import { type SaveFailure, saveFailure, saveFailureText } from './save-failure.ts';
import { newFromList } from './new-from-list.ts';
import { PictureChoice } from './picture-choice.tsx';
import { PracticeNote } from './practice-note.tsx';
import { ordersQuery } from './queries.ts';
import css from './tickets.module.css';

/** A new ticket: title, description and up to four images, stored on the device until it is sent. */
export function NewTicketScreen() {
  const { t } = useLingui();
  const form = useId();
  const kept = useDraft(newTicket);
  const [isSending, setSending] = useState(false);
  const reachable = useReachable();
  const { data } = useInfiniteQuery(ordersQuery);
  const open = data?.pages.flatMap(({ list }) => list).filter(({ state }) => state !== 'closed').length ?? 0;
  return (
    <Page
      title={t`New ticket`}
      leave="close"
      bottom={
        <Button
          kind="primary"
          type="submit"
          form={form}
          busy={isSending}
          busyLabel={t`Sending…`}
          disabledReason={
            open < ticketsOpenMax
              ? undefined
              : t`You have ${{ workOrdersOpenMax: ticketsOpenMax }} open tickets. Close one first.`
          }
        >
          {reachable ? <Trans>Send ticket</Trans> : <Trans>Send when there is a connection</Trans>}
        </Button>
      }
    >
      {kept.draft === null ? (
        <div aria-busy="true">
          <SkeletonRow count={3} leading={false} />
        </div>
      ) : (
        <NewTicketForm id={form} kept={kept} onSending={setSending} />
      )}
    </Page>
  );
}

interface NewTicketFormProps {
  readonly id: string;
  readonly kept: StoredDraft;
  readonly onSending: (is: boolean) => void;
}

/** Sends a draft once: into the outbox, which sends it when there is a connection. */
function useTicketSending({ kept, onSending }: Omit<NewTicketFormProps, 'id'>) {
  const { t } = useLingui();
  const router = useRouter();
  const [failure, setFailure] = useState<SaveFailure | null>(null);
  const isUnderWay = useRef(false);
  const draft = kept.draft ?? { title: '', text: '', images: [] };
  const cleaned = { title: plainText(draft.title, 'line'), description: plainText(draft.text, 'lines') };
  const send = async () => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    onSending(true);
    try {
      await enqueue('work-order', { ...cleaned, images: draft.images });
      // It is in the outbox: a draft that stays behind is no reason to write it twice.
      await kept.clear().catch(() => undefined);
      const { reachable } = reachability.get();
      toast.show(
        reachable
          ? { type: 'success', title: t`Ticket created`, detail: t`Replies appear here and in your notices.` }
          : {
              type: 'info',
              title: t`Saved on this device`,
              detail: t`It is sent once, as soon as there is a connection.`,
            },
      );
      if (newFromList.get()) router.history.back();
      else await router.navigate({ to: '/pages/workOrder/index', search: {}, replace: true });
    } catch (error) {
      setFailure(saveFailure(error));
    } finally {
      isUnderWay.current = false;
      onSending(false);
    }
  };
  return { draft, cleaned, failure, forgetFailure: () => setFailure(null), send };
}

function NewTicketForm({ id, ...props }: NewTicketFormProps) {
  const { t } = useLingui();
  const { kept } = props;
  const [isTried, setTried] = useState(false);
  const title = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const text = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const { draft, cleaned, failure, forgetFailure, send } = useTicketSending(props);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    forgetFailure();
    if (cleaned.title === '') title.current?.focus();
    else if (cleaned.description === '') text.current?.focus();
    else void send();
  };
  return (
    <form id={id} className={css['form']} noValidate onSubmit={onSubmit}>
      <PracticeNote />
      {failure !== null && (
        <Banner inset tone="danger" live>
          {failure === 'full' ? (
            saveFailureText('full')
          ) : (
            <Trans>This device could not save the ticket. Free some space, then try again.</Trans>
          )}
        </Banner>
      )}
      <Stack gap={3}>
        <TextField
          kind="text"
          ref={title}
          label={t`Title`}
          value={draft.title}
          onChange={(typed) => kept.change({ title: typed })}
          limit={ticketTitleMaxLength}
          autoCapitalize="sentences"
          spellCheck
          required
          error={isTried && cleaned.title === '' ? t`Enter a title.` : undefined}
        />
        <TextField
          kind="text"
          ref={text}
          label={t`Description`}
          value={draft.text}
          onChange={(typed) => kept.change({ text: typed })}
          limit={ticketTextMaxLength}
          rows={7}
          autoCapitalize="sentences"
          spellCheck
          required
          error={isTried && cleaned.description === '' ? t`Describe what happened.` : undefined}
          hint={t`What happened, when, and the amounts involved. Never include a password or a code.`}
        />
        <PictureChoice keys={draft.images} onChange={(images) => kept.change({ images })} />
      </Stack>
    </form>
  );
}
