import { useLingui } from '@lingui/react/macro';
import { Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { toggleFavourite } from '#app/platform/storage/favourites.ts';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { matchIn } from './search.ts';
import type { Listed } from './queries.ts';
import css from './star-row.module.css';

interface StarRowProps {
  readonly entry: Listed;
  readonly starred: boolean;
  /** What was searched for; it is marked in symbol and name. */
  readonly typed?: string;
  /** Where the row leads; without it only the star acts. */
  readonly href?: string;
  readonly onOpen?: () => void;
  /** Price and change, at the right. */
  readonly figures?: ReactNode;
}

function Marked({ text, typed }: { text: string; typed: string }) {
  const parts = matchIn(text, typed);
  if (parts === null) return text;
  return (
    <>
      {parts[0]}
      <mark className={css['mark']}>{parts[1]}</mark>
      {parts[2]}
    </>
  );
}

/** A pair with its star beside it. */
export function StarRow({ entry: { pair }, starred, typed = '', href, onOpen, figures }: StarRowProps) {
  const { t } = useLingui();
  const content = (
    <>
      <CoinIcon symbol={pair.base} size={36} />
      <span className={css['names']}>
        <span className={css['title']}>
          <b>
            <Marked text={pair.base} typed={typed} />
          </b>
          <span className={css['quote']}> /{pair.quote}</span>
        </span>
        <span className={css['name']}>
          <Marked text={pair.name} typed={typed} />
        </span>
      </span>
      {figures}
    </>
  );
  return (
    <div className={css['row']}>
      {href === undefined ? (
        <div className={css['pair']}>{content}</div>
      ) : (
        <a className={css['pair']} href={href} onClick={onOpen}>
          {content}
        </a>
      )}
      <IconButton
        icon={Star}
        tone={starred ? 'warn' : 'quiet'}
        pressed={starred}
        label={t`Favourite: ${pair.base}/${pair.quote}`}
        onClick={() => toggleFavourite(pair.id)}
      />
    </div>
  );
}
