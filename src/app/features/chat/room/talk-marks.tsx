import { Trans, useLingui } from '@lingui/react/macro';
import { Check, CheckCheck, ShieldAlert } from 'lucide-react';
import { useContext } from 'react';
import type { ChatMessage } from '#protocol/chat/entities.ts';
import type { TalkWarning } from '#protocol/core/text/talk-warnings.ts';
import { Icon } from '#app/ui/icons.tsx';
import css from './talk.module.css';
import { TalkContext } from './talk-context.ts';

/** Whether an own message of an order's conversation was read by the other side; nothing in groups. */
export function ReadMark({ number }: { number: number }) {
  const talk = useContext(TalkContext);
  if (talk === null) return null;
  const isRead = number <= talk.readByOther;
  return (
    <span className={css['mark']} data-read={isRead || undefined}>
      <Icon of={isRead ? CheckCheck : Check} size="note" />
      {isRead ? <Trans>Read</Trans> : <Trans context="a message">Sent</Trans>}
    </span>
  );
}

/** Why a message of the other side is to be read with care. */
export function useWarningText(): (warning: TalkWarning) => string {
  const { t } = useLingui();
  return (warning) =>
    ({
      link: t`A link that leads out of Dunlin. Outside, escrow cannot protect you.`,
      phone: t`A phone number. What is agreed elsewhere is no evidence here.`,
      wallet: t`A wallet address. Coins sent there are not part of this order.`,
      elsewhere: t`It asks to go on outside Dunlin. There, escrow cannot protect you.`,
    })[warning];
}

interface MessageWarningProps {
  message: ChatMessage;
  onReport: (message: ChatMessage) => void;
}

/** The foot of a message that may lead outside: the reason, and what can be done. */
export function MessageWarning({ message, onReport }: MessageWarningProps) {
  const textOf = useWarningText();
  const [first] = message.warnings ?? [];
  if (first === undefined) return null;
  return (
    <span className={css['warning']}>
      <Icon of={ShieldAlert} />
      <span>
        {textOf(first)}
        <span className={css['acts']}>
          <button type="button" className={css['act']} aria-haspopup="dialog" onClick={() => onReport(message)}>
            <Trans>Report</Trans>
          </button>
          <a className={css['act']} href="#/pages/Whiteskin/contact?q=escrow">
            <Trans>Why this warning?</Trans>
          </a>
        </span>
      </span>
    </span>
  );
}
