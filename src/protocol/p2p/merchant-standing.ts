/** What a user has of the standing of a merchant. */
export interface MerchantStanding {
  /** Whether an operator has disabled the account. */
  readonly disabled: boolean;
  /** Whether an operator has suspended the merchant. */
  readonly suspended: boolean;
  readonly verified: boolean;
  readonly nickname: string | null;
  /** Collection methods that the user has. */
  readonly methodCount: number;
  /** Whether the deposit is held in full; `returning` from the request for a refund until it is decided. */
  readonly deposit: 'none' | 'short' | 'whole' | 'returning';
}

/** What keeps a user from trading as a merchant. */
export type MissingStanding =
  | 'disabled'
  | 'suspended'
  | 'real-name'
  | 'nickname'
  | 'collection-method'
  | 'deposit'
  | 'top-up'
  | 'deposit-kept';

/**
 * Whether a merchant may trade now: the one rule for publishing and resuming adverts, for the list, the topic of the
 * board, and the order that takes an advert. The account is not disabled and the merchant not suspended; and the four
 * conditions of spec points 5 and 6: a verified name, a nickname, a collection method, a deposit that is whole and not
 * asked back.
 *
 * @returns the first condition that is not met; null when nothing is missing
 */
export function missingStanding({
  disabled,
  suspended,
  verified,
  nickname,
  methodCount,
  deposit,
}: MerchantStanding): MissingStanding | null {
  if (disabled) return 'disabled';
  if (suspended) return 'suspended';
  if (!verified) return 'real-name';
  if (nickname === null) return 'nickname';
  if (methodCount === 0) return 'collection-method';
  if (deposit === 'returning') return 'deposit-kept';
  if (deposit === 'none') return 'deposit';
  return deposit === 'short' ? 'top-up' : null;
}
