import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import type { ChatMessage } from '../../../../protocol/entities/chat.ts';
import { LiveRegion } from '../../../ui/layout/VisuallyHidden.tsx';
import { nameOf } from '../names.ts';

/** Messages that arrive within this are announced together. */
const gatherMs = 1_500;
/** The beginning of a message that is read out. */
const readMax = 160;

/** Announces arrivals to screen readers: one message with its text, several by their number, one sentence at a time. */
export function Arrivals({ messages, me }: { messages: readonly ChatMessage[]; me: string | null }) {
  const { t } = useLingui();
  const [announced, setAnnounced] = useState('');
  const shown = useRef<number | null>(null);
  const last = messages.at(-1)?.number ?? 0;
  useEffect(() => {
    if (shown.current === null) {
      // Messages that were there before are read by navigating to them.
      if (last > 0) shown.current = last;
      return;
    }
    const from = shown.current;
    const come = messages.filter(({ number, author }) => number > from && author?.handle !== me);
    if (come.length === 0) return;
    const timer = setTimeout(() => {
      shown.current = last;
      const [one] = come;
      if (come.length > 1 || one === undefined) {
        setAnnounced(plural(come.length, { one: '# new message', other: '# new messages' }));
        return;
      }
      const said = one.text === '' ? t`a picture` : one.text.slice(0, readMax);
      setAnnounced(`${nameOf(one.author, t`Dunlin`)}: ${said}`);
    }, gatherMs);
    return () => clearTimeout(timer);
  }, [messages, last, me, t]);
  return <LiveRegion>{announced}</LiveRegion>;
}
