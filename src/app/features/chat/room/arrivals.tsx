import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import type { ChatMessage } from '#protocol/chat/entities.ts';
import { LiveRegion } from '#app/ui/layout/VisuallyHidden.tsx';
import { HouseText } from '../groups/house.tsx';
import { nameOf } from '../names.ts';

/** Messages that arrive within this are announced together. */
const gatherMs = 1_500;
/** The beginning of a message that is read out. */
const readMax = 160;

/** Announces arrivals to screen readers: one message with its text, several by their number, one sentence at a time. */
export function Arrivals({ messages, me }: { messages: readonly ChatMessage[]; me: string | null }) {
  const [announced, setAnnounced] = useState<readonly ChatMessage[]>([]);
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
      setAnnounced(come);
    }, gatherMs);
    return () => clearTimeout(timer);
  }, [messages, last, me]);
  const [one] = announced;
  return (
    <LiveRegion>
      {announced.length > 1 ? (
        plural(announced.length, { one: '# new message', other: '# new messages' })
      ) : one === undefined ? null : (
        <Arrival message={one} />
      )}
    </LiveRegion>
  );
}

/** Who says it, and what: the house's own words in the reader's language. */
function Arrival({ message: { author, house, text } }: { message: ChatMessage }) {
  const { t } = useLingui();
  return (
    <>
      {nameOf(author, t`Dunlin`)}:{' '}
      {house !== null ? <HouseText house={house} /> : text === '' ? t`a picture` : text.slice(0, readMax)}
    </>
  );
}
