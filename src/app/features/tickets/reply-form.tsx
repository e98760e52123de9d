import { useLingui } from '@lingui/react/macro';
import { SendHorizontal } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import type { Ticket } from '#protocol/tickets/entities.ts';
import { ticketTextMaxLength } from '#protocol/core/limits.ts';
import { plainText } from '#protocol/core/text/plain-text.ts';
import { enqueue } from '#app/platform/offline/outbox.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { TextField } from '#app/ui/controls/TextField.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { useDraft } from './drafts.ts';
import { type SaveFailure, saveFailure, saveFailureText } from './save-failure.ts';
import { PictureChoice } from './picture-choice.tsx';
import css from './tickets.module.css';

/** The next reply, with images, stored on the device until it is sent. */
export function ReplyForm({ order }: { order: Ticket }) {
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
