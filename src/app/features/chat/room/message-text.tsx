import { Trans } from '@lingui/react/macro';
import { ExternalLink, TriangleAlert } from 'lucide-react';
import { useContext } from 'react';
import type { ChatMessage } from '../../../../protocol/entities/chat.ts';
import { Icon } from '../../../ui/icons.tsx';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx';
import { judgeHere } from '../../pages/judge-here.ts';
import { leave } from '../../pages/leave.tsx';
import css from './message.module.css';
import { TalkContext } from './talk-context.ts';
import { textParts } from './text-parts.ts';

/** What a user wrote: text alone. Links are buttons that ask before they lead out; names of members stand out. */
export function MessageText({ message, me }: { message: Pick<ChatMessage, 'text' | 'mentions'>; me: string | null }) {
  // Between the two sides of an order nothing leads outside by a tap.
  const isTalk = useContext(TalkContext) !== null;
  return (
    <span className={css['text']} dir="auto">
      {textParts(message.text, message.mentions).map((part, at) => {
        if (part.is === 'link' && isTalk)
          return (
            <bdi key={at} className={css['unlinked']}>
              {part.text}
            </bdi>
          );
        if (part.is === 'link') return <OutsideLink key={at} text={part.text} />;
        if (part.is === 'name')
          return (
            <bdi key={at} className={css['name']} data-me={part.handle === me || undefined}>
              {part.text}
            </bdi>
          );
        return part.text;
      })}
    </span>
  );
}

/** A link as it was written. One that is never opened is marked and says why when it is pressed. */
function OutsideLink({ text }: { text: string }) {
  const judged = judgeHere(text);
  return (
    <button
      type="button"
      className={css['link']}
      data-never={!judged.opens || undefined}
      onClick={() => void leave(text)}
    >
      <bdi dir="ltr">{text}</bdi>
      <Icon of={judged.opens ? ExternalLink : TriangleAlert} size="note" className={css['linkIcon']} />
      <VisuallyHidden>
        {judged.opens ? <Trans>opens outside Dunlin</Trans> : <Trans>is not opened: it may be misleading</Trans>}
      </VisuallyHidden>
    </button>
  );
}
