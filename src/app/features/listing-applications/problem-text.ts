import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ListingField } from './draft.ts';
import type { FieldProblem } from './steps.ts';

const amount = msg`Enter an amount. 0 if there are none.`;

/** What each field takes: said both where it is empty and where it has another form. */
const allowed: Readonly<Record<ListingField, MessageDescriptor>> = {
  name: msg`Enter the name of the coin.`,
  englishName: msg`Enter its name in Latin letters, as in Avocet.`,
  symbol: msg`Enter 2 to 10 capital letters and digits, as in AVO.`,
  region: msg`Enter countries or regions, as in Europe.`,
  issuance: msg`Enter how many coins there will ever be.`,
  circulation: amount,
  holdings: amount,
  contract: msg`Enter 20 to 100 letters and digits, without spaces.`,
  exchanges: msg`Enter names with commas.`,
  site: msg`Enter an address, as in avocet.example`,
  explorer: msg`Enter an address, as in explorer.example/avo`,
  whitepaper: msg`Enter an address, as in avocet.example/paper.pdf`,
};

/** Says what is wrong with a field, by what it takes. @param symbol the coin */
export function problemText(field: ListingField, problem: FieldProblem, symbol: string): MessageDescriptor {
  if (problem === 'listed') return msg`${symbol} is listed already.`;
  if (problem !== 'too-much') return allowed[field];
  return field === 'circulation'
    ? msg`This is more than the total issuance.`
    : msg`With what circulates this is more than the total issuance.`;
}
