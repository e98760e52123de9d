import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import type { ChatPerson } from '../../../contract/entities/chat.ts';
import { Avatar } from '../../ui/CoinIcon.tsx';
import css from './composer.module.css';
import { namedQuery } from './queries.ts';
import { nameAtCaret } from './text-parts.ts';

/** Members who could be meant by what is being written behind an `@`. */
export interface Names {
  readonly people: readonly ChatPerson[];
  readonly chosen: number;
  readonly listId: string;
  choose(person: ChatPerson): void;
  /** Looks at what stands at the caret now. */
  look(): void;
  /** True when the key was for the list. */
  onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): boolean;
  /** What ties the field to the list. */
  readonly field: Readonly<Record<string, string | boolean | undefined>>;
}

const none: readonly ChatPerson[] = [];

export function useNames(
  group: string,
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  onName: (text: string, person: ChatPerson) => void,
): Names {
  const listId = useId();
  const [name, setName] = useState<string | null>(null);
  const [chosen, setChosen] = useState(0);
  const { data } = useQuery({
    ...namedQuery(group, name ?? ''),
    enabled: name !== null,
    placeholderData: (before) => before,
  });
  const people = name === null ? none : (data?.members.filter(({ nickname }) => nickname !== null) ?? none);
  const look = () => {
    const element = field.current;
    const written = element === null ? null : nameAtCaret(element.value, element.selectionStart);
    setName(written?.name ?? null);
    setChosen(0);
  };
  function choose(person: ChatPerson): void {
    const element = field.current;
    const written = element === null ? null : nameAtCaret(text, element.selectionStart);
    if (element === null || written === null || person.nickname === null) return;
    const before = `${text.slice(0, written.from)}@${person.nickname} `;
    onName(before + text.slice(element.selectionStart), person);
    setName(null);
    requestAnimationFrame(() => {
      element.focus();
      element.setSelectionRange(before.length, before.length);
    });
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
    if (people.length === 0) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const person = people[chosen];
    if (step !== undefined) setChosen((chosen + step + people.length) % people.length);
    else if (event.key === 'Escape') setName(null);
    else if ((event.key === 'Enter' || event.key === 'Tab') && person !== undefined) choose(person);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }
  const isOpen = people.length > 0;
  return {
    people,
    chosen,
    listId,
    choose,
    look,
    onKeyDown,
    field: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? listId : undefined,
      'aria-activedescendant': isOpen ? `${listId}-${chosen}` : undefined,
    },
  };
}

/** The list above the field; the field keeps the focus. */
export function NameSuggestions({ names }: { names: Names }) {
  const { t } = useLingui();
  if (names.people.length === 0) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a list beside a field that keeps the focus
    <div id={names.listId} className={css['names']} role="listbox" aria-label={t`Members`}>
      {names.people.map((person, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field keeps the focus and has the keys
        <div
          key={person.handle}
          id={`${names.listId}-${index}`}
          className={css['person']}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it holds a picture
          role="option"
          aria-selected={index === names.chosen}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => names.choose(person)}
        >
          <Avatar name={person.nickname ?? '?'} size={24} />
          <bdi>{person.nickname}</bdi>
          <span className={css['id']}>{person.maskedId}</span>
        </div>
      ))}
    </div>
  );
}
