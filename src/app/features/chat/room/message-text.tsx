import { Trans } from '@lingui/react/macro';
import { ExternalLink, MapPin, TriangleAlert } from 'lucide-react';
import { useContext } from 'react';
import type { ChatMessage } from '#protocol/chat/entities.ts';
import { Icon } from '#app/ui/icons.tsx';
import { VisuallyHidden } from '#app/ui/layout/VisuallyHidden.tsx';
import { type NamedPlace, placeHref, placeOfLink, writePlace } from '#app/features/map/place-text.ts';
import { judgeHere } from '#app/features/pages/judge-here.ts';
import { leave } from '#app/features/pages/leave.tsx';
import css from './message.module.css';
import { TalkContext } from './talk-context.ts';
import { textParts } from './text-parts.ts';

/**
 * What a user wrote: text alone. Places lead to the map, other links are buttons that ask before they lead out; names
 * of members stand out.
 */
export function MessageText({ message, me }: { message: Pick<ChatMessage, 'text' | 'mentions'>; me: string | null }) {
  // Between the two sides of an order nothing leads outside by a tap.
  const isTalk = useContext(TalkContext) !== null;
  return (
    <span className={css['text']} dir="auto">
      {textParts(message.text, message.mentions, (link) => placeOfLink(link, location)).map((part, at) => {
        if ((part.is === 'link' || part.is === 'place') && isTalk)
          return (
            <bdi key={at} className={css['unlinked']}>
              {part.text}
            </bdi>
          );
        if (part.is === 'place') return <PlaceOnMap key={at} place={part.place} />;
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

/** A place by its name or its coordinates; it opens on the map of the app. */
function PlaceOnMap({ place }: { place: NamedPlace }) {
  return (
    <a className={css['link']} href={placeHref(place)}>
      <Icon of={MapPin} size="note" className={css['linkIcon']} />
      <bdi>{place.name === '' ? writePlace(place) : place.name}</bdi>
    </a>
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
