import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import type { ChatUser } from '#protocol/chat/entities.ts';
import { Avatar } from '#app/ui/lists/CoinIcon.tsx';
import css from '../room/composer.module.css';
import { namedQuery } from '../queries.ts';
import { nameAtCaret } from '../room/text-parts.ts';

/** Members who could be meant by what is being written behind an `@`. */
interface Names {
  readonly users: readonly ChatUser[];
  readonly chosen: number;
  readonly listId: string;
  choose(user: ChatUser): void;
  /** Reads the text at the caret. */
  look(): void;
  /** True when the key was for the list. */
  onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): boolean;
  /** What ties the field to the list. */
  readonly field: Readonly<Record<string, string | boolean | undefined>>;
}

const none: readonly ChatUser[] = [];

export function useNames(
  group: string,
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  onName: (text: string, user: ChatUser) => void,
): Names {
  const listId = useId();
  const [name, setName] = useState<string | null>(null);
  const [chosen, setChosen] = useState(0);
  const { data } = useQuery({
    ...namedQuery(group, name ?? ''),
    enabled: name !== null,
    placeholderData: (before) => before,
  });
  const users = name === null ? none : (data?.members.filter(({ nickname }) => nickname !== null) ?? none);
  const look = () => {
    const element = field.current;
    const written = element === null ? null : nameAtCaret(element.value, element.selectionStart);
    setName(written?.name ?? null);
    setChosen(0);
  };
  function choose(user: ChatUser): void {
    const element = field.current;
    const written = element === null ? null : nameAtCaret(text, element.selectionStart);
    if (element === null || written === null || user.nickname === null) return;
    const before = `${text.slice(0, written.from)}@${user.nickname} `;
    onName(before + text.slice(element.selectionStart), user);
    setName(null);
    requestAnimationFrame(() => {
      element.focus();
      element.setSelectionRange(before.length, before.length);
    });
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
    if (users.length === 0) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const user = users[chosen];
    if (step !== undefined) setChosen((chosen + step + users.length) % users.length);
    else if (event.key === 'Escape') setName(null);
    else if ((event.key === 'Enter' || event.key === 'Tab') && user !== undefined) choose(user);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }
  const isOpen = users.length > 0;
  return {
    users,
    chosen,
    listId,
    choose,
    look,
    onKeyDown,
    field: {
      // A text area of several lines may not be a combobox (ARIA in HTML); it names its list and what is chosen all the same.
      'aria-autocomplete': 'list',
      'aria-controls': isOpen ? listId : undefined,
      'aria-activedescendant': isOpen ? `${listId}-${chosen}` : undefined,
    },
  };
}

/** The list above the field; the field keeps the focus. */
export function NameSuggestions({ names }: { names: Names }) {
  const { t } = useLingui();
  if (names.users.length === 0) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a datalist cannot show pictures
    <div id={names.listId} className={css['names']} role="listbox" aria-label={t`Members`}>
      {names.users.map((user, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- focus and keys stay in the text field
        <div
          key={user.handle}
          id={`${names.listId}-${index}`}
          className={css['person']}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option cannot contain a picture
          role="option"
          aria-selected={index === names.chosen}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => names.choose(user)}
        >
          <Avatar name={user.nickname ?? '?'} size={24} />
          <bdi>{user.nickname}</bdi>
          <span className={css['id']}>{user.maskedId}</span>
        </div>
      ))}
    </div>
  );
}
