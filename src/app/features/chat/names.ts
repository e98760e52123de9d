import { useLingui } from '@lingui/react/macro';
import type { ChatGroupHead, ChatPerson } from '../../../contract/entities/chat.ts';

/** What somebody is called: the nickname, or the masked number of the account. */
export function nameOf(person: ChatPerson | null, house: string): string {
  return person === null ? house : (person.nickname ?? `ID ${person.maskedId}`);
}

/** What a group is called in the reader's language. */
export function useGroupName(): (group: Pick<ChatGroupHead, 'key' | 'name'>) => string {
  const { t } = useLingui();
  return ({ key, name }) => (key === 'lounge' ? t`Lounge` : name);
}
