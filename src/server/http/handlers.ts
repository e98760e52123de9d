import type { CallName } from '#protocol/calls.ts';
import type { Handlers } from '../core/handler.ts';

/** Fails the type check at every key that is no call of the contract. */
type NothingBeside<Given> = { readonly [Key in Exclude<keyof Given, CallName>]: never };

/**
 * The merged handlers of all areas. A call of the contract without a handler and a handler without a call
 * both fail the type check (design section 2).
 */
export function allHandlers<const Given extends Handlers>(given: Given & NothingBeside<Given>): Handlers {
  return given;
}
