import { transactionPasswordLength } from '#protocol/core/limits.ts';

/** What the seller looks up in an own account before releasing. */
export const releaseChecks = ['opened', 'arrived', 'name'] as const;
export type ReleaseCheck = (typeof releaseChecks)[number];

interface ReleaseForm {
  readonly checked: Readonly<Record<ReleaseCheck, boolean>>;
  readonly password: string;
}

export const emptyRelease: ReleaseForm = { checked: { opened: false, arrived: false, name: false }, password: '' };

/** The first thing that is missing before coins may be released; null when nothing is. */
export function missingOf({ checked, password }: ReleaseForm): ReleaseCheck | 'password' | null {
  const unchecked = releaseChecks.find((check) => !checked[check]);
  if (unchecked !== undefined) return unchecked;
  return password.length === transactionPasswordLength ? null : 'password';
}
