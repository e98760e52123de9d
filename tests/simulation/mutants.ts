import { commitMutants } from './mutants/commit.ts';
import { contractsMutants } from './mutants/contracts.ts';
import { custodyMutants } from './mutants/custody.ts';
import { earnMutants } from './mutants/earn.ts';
import { listingMutants } from './mutants/listing.ts';
import { loansMutants } from './mutants/loans.ts';
import { optionsMutants } from './mutants/options.ts';
import { p2pMutants } from './mutants/p2p.ts';
import { robotsMutants } from './mutants/robots.ts';
import { spotMutants } from './mutants/spot.ts';
import { screenMutants } from './mutants/screens.ts';
import type { Mutant } from './mutants/mutant.ts';

/** Each keeps what it changes compiling, and most keep every journal in balance: those are the ones that are hard to find. */
export const mutants: readonly Mutant[] = [
  ...commitMutants,
  ...spotMutants,
  ...contractsMutants,
  ...optionsMutants,
  ...custodyMutants,
  ...earnMutants,
  ...loansMutants,
  ...robotsMutants,
  ...listingMutants,
  ...screenMutants,
  ...p2pMutants,
];

/** @throws Error for a name of none */
export function mutantOf(wanted: string): Mutant {
  const mutant = mutants.find(({ name }) => name === wanted);
  if (mutant === undefined) throw new Error(`no mutant is named ${wanted}`);
  return mutant;
}
