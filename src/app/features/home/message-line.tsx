import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Megaphone, Pause, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { language } from '#app/platform/language/language.ts';
import { useObservable } from '#app/platform/observable.ts';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Icon } from '#app/ui/icons.tsx';
import css from './message-line.module.css';
import { messagesQuery } from './queries.ts';

const shownForMs = 5_000;

function prefersStillness(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** A message of the line, and the screen that has more of it. */
interface LineMessage {
  readonly key: string;
  readonly text: string;
  readonly to: string;
}

/**
 * The newest notices, one after the other: own unread ones, then those for every user. It does not move for users who
 * wants that, and while it is touched.
 */
export function MessageLine({ own = [] }: { own?: readonly LineMessage[] }) {
  const { t } = useLingui();
  const { data } = useQuery(messagesQuery(useObservable(language)));
  const [playing, setPlaying] = useState(() => !prefersStillness());
  const [held, setHeld] = useState(false);
  const [turn, setTurn] = useState(0);
  const everybodys = (data?.list ?? []).map(({ key, text }) => ({ key, text, to: '/pages/notice/list' }));
  const list: readonly LineMessage[] = [...own, ...everybodys];
  const runs = playing && !held && list.length > 1;
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => {
      if (!document.hidden) setTurn((before) => before + 1);
    }, shownForMs);
    return () => clearInterval(timer);
  }, [runs]);
  const message = list.length === 0 ? undefined : list[turn % list.length];
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return (
    <section className={css['line']} aria-label={t`Notices`}>
      <Icon of={Megaphone} size="inline" className={css['horn']} />
      {message !== undefined && (
        <a
          key={message.key}
          className={css['message']}
          href={`#${message.to}`}
          onPointerEnter={hold}
          onPointerLeave={release}
          onFocus={hold}
          onBlur={release}
        >
          {message.text}
        </a>
      )}
      {list.length > 1 && (
        <span className={css['end']}>
          <IconButton
            icon={playing ? Pause : Play}
            size="inline"
            tone="quiet"
            label={playing ? t`Pause the notices` : t`Resume the notices`}
            onClick={() => setPlaying(!playing)}
          />
        </span>
      )}
    </section>
  );
}
