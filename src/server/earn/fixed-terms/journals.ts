import type { Posting } from '#server/core/ledger/account.ts';
import type { Journal } from '#server/core/ledger/journal.ts';
import { fromAside, intoCover, setAside } from '../backing/accounts.ts';
import type { EndedHolding, NewHolding } from './rules.ts';

const product = 'fixed-terms';

function lockPrincipal(owner: bigint, asset: string, units: bigint): Posting[] {
  const account = { owner, wallet: 'spot', asset } as const;
  return [
    { ...account, part: 'available', amount: 0n - units },
    { ...account, part: 'locked', amount: units },
  ];
}

/** Locks the principal in the user's spot wallet and sets the interest to term aside, in one movement. */
export function buyJournal({ owner, asset, principal, promised }: NewHolding, id: bigint, at: number): Journal {
  return {
    kind: 'earn-buy',
    reference: id.toString(),
    at,
    postings: [...lockPrincipal(owner, asset, principal), ...setAside(product, asset, promised)],
  };
}

/** Sets the interest of a renewal aside; its principal stays locked. */
export function renewJournal({ asset, promised }: NewHolding, id: bigint, at: number): Journal {
  return { kind: 'earn-buy', reference: id.toString(), at, postings: setAside(product, asset, promised) };
}

/** Pays the interest of a holding that ended and releases what is left of what was set aside; returns the principal. */
export function endJournals(
  { row, interest, released }: EndedHolding,
  returnsPrincipal: boolean,
  at: number,
): Journal[] {
  const { owner, asset, principal, promised, id } = row;
  const reference = id.toString();
  const paid: Posting[] = [
    fromAside(product, asset, promised),
    { owner, wallet: 'spot', asset, part: 'available', amount: interest },
    intoCover(product, asset, released),
  ];
  return [
    { kind: 'earn-interest', reference, at, postings: paid },
    ...(returnsPrincipal
      ? [{ kind: 'earn-return', reference, at, postings: lockPrincipal(owner, asset, 0n - principal) } as const]
      : []),
  ];
}
