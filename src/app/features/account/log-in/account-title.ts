import type { Profile } from '#protocol/accounts/entities/profile.ts';

/** What an account is called on its owner's screens. */
export function accountTitle({ nickname, email, phone, id }: Profile): string {
  return nickname ?? email ?? phone ?? id;
}
