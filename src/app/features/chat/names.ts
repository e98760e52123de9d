import { useLingui } from '@lingui/react/macro';
import type { ChatGroupHead, ChatUser } from '../../../protocol/entities/chat.ts';

/** What somebody is called: the nickname, or the masked number of the account. */
export function nameOf(user: ChatUser | null, house: string): string {
  return user === null ? house : (user.nickname ?? `ID ${user.maskedId}`);
}

/** What a group is called in the reader's language. */
export function useGroupName(): (group: Pick<ChatGroupHead, 'key' | 'name'>) => string {
  const { t } = useLingui();
  return ({ key, name }) => (key === 'lounge' ? t`Lounge` : name);
}
