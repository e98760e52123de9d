import { useLingui } from '@lingui/react/macro';
import type { ChatGroupHead, ChatUser } from '#protocol/chat/entities.ts';

/** Display name of a user: the nickname, or the masked account number. */
export function nameOf(user: ChatUser | null, house: string): string {
  return user === null ? house : (user.nickname ?? `ID ${user.maskedId}`);
}

/** What a group is called in the reader's language. */
export function useGroupName(): (group: Pick<ChatGroupHead, 'key' | 'name'>) => string {
  const { t } = useLingui();
  return ({ key, name }) => (key === 'lounge' ? t`Lounge` : name);
}
