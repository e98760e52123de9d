import { collateralSales } from '#server/core/ledger/account.ts';
import type { Posting } from '#server/core/ledger/account.ts';
import type { BalanceKey } from '#server/core/ledger/balance-row.ts';
import type { EntryKind } from '#protocol/wallets/entities/wallet.ts';
import { fromAside, intoCover, setAside } from '../backing/accounts.ts';
import type { LoanRow } from './loan-row.ts';

/** A movement of a loan. */
export interface LoanJournal {
  readonly kind: EntryKind;
  readonly reference: string;
  readonly at: number;
  readonly postings: readonly Posting[];
}

type Pledge = Pick<LoanRow, 'owner' | 'wallet' | 'collateral'>;

function locked({ owner, wallet, collateral: asset }: Pledge, amount: bigint): Posting {
  return { owner, wallet, asset, part: 'locked', amount };
}

function pledgeAvailable({ owner, wallet, collateral: asset }: Pledge, amount: bigint): Posting {
  return { owner, wallet, asset, part: 'available', amount };
}

function spot(owner: bigint, asset: string, amount: bigint): Posting {
  return { owner, wallet: 'spot', asset, part: 'available', amount };
}

/** The balance of the account that sells collateral. */
export function salesKey(asset: string): BalanceKey {
  return { owner: collateralSales, wallet: 'spot', asset };
}

/** A loan’s name in the ledger. */
function loanReference(id: bigint): string {
  return `loan:${id}`;
}

/** Locks collateral; a negative amount releases it. */
export function lockingCollateral(row: LoanRow, units: bigint, at: number): LoanJournal {
  return {
    kind: 'loan-collateral',
    reference: loanReference(row.id),
    at,
    postings: [pledgeAvailable(row, 0n - units), locked(row, units)],
  };
}

/** Sets the amount aside until the review; a negative amount gives it back. */
export function reserving({ id, asset }: LoanRow, units: bigint, at: number): LoanJournal {
  return { kind: 'backing', reference: loanReference(id), at, postings: setAside('loans', asset, units) };
}

/** Pays the loan out into the spot wallet. */
export function payingOut({ id, owner, asset, amount }: LoanRow, at: number): LoanJournal {
  return {
    kind: 'loan-payout',
    reference: loanReference(id),
    at,
    postings: [fromAside('loans', asset, amount), spot(owner, asset, amount)],
  };
}

/** Repays from the spot wallet. */
export function repaying({ id, owner, asset }: LoanRow, units: bigint, at: number): LoanJournal {
  return {
    kind: 'loan-repayment',
    reference: loanReference(id),
    at,
    postings: [spot(owner, asset, 0n - units), intoCover('loans', asset, units)],
  };
}

/** Hands a slice of locked collateral to the account that sells it, in one movement. */
export function handingOver(row: LoanRow, units: bigint, at: number): LoanJournal {
  return {
    kind: 'loan-liquidation',
    reference: loanReference(row.id),
    at,
    postings: [locked(row, 0n - units), spot(collateralSales, row.collateral, units)],
  };
}

/** What a slice brought: the unsold part is locked again, the debt is paid, and the rest goes to the spot wallet. */
export function settling(
  row: LoanRow,
  { unsold, paid, surplus }: { readonly unsold: bigint; readonly paid: bigint; readonly surplus: bigint },
  at: number,
): LoanJournal | null {
  const postings = [
    locked(row, unsold),
    spot(collateralSales, row.collateral, 0n - unsold),
    spot(collateralSales, row.asset, 0n - paid - surplus),
    intoCover('loans', row.asset, paid),
    spot(row.owner, row.asset, surplus),
  ].filter(({ amount }) => amount !== 0n);
  if (postings.length === 0) return null;
  return { kind: 'loan-liquidation', reference: loanReference(row.id), at, postings };
}

/** Takes collateral over, against what it is worth: a rest that is too small for an order, or what nobody bids for. */
export function takingOver(row: LoanRow, units: bigint, surplus: bigint, at: number): LoanJournal {
  const postings = [
    locked(row, 0n - units),
    intoCover('loans', row.collateral, units),
    intoCover('loans', row.asset, 0n - surplus),
    spot(row.owner, row.asset, surplus),
  ].filter(({ amount }) => amount !== 0n);
  return { kind: 'loan-liquidation', reference: loanReference(row.id), at, postings };
}
