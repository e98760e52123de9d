import { useLingui } from '@lingui/react';
import { useRef, useState } from 'react';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { focusFirstInvalid } from '#app/ui/controls/focus-first-invalid.ts';
import { type ListingField, listingDraft } from '../draft.ts';
import { useIsListed } from '../queries.ts';
import { firstWrong, problemOf, type StepNumber, type FieldProblem } from '../steps.ts';

/** The fields of a step: what is typed, and what is wrong with what was left or is to be sent on. */
export function useStep(step: StepNumber, onDone: () => void) {
  const { i18n } = useLingui();
  const isListed = useIsListed();
  const { texts: draft } = listingDraft.use();
  const form = useRef<HTMLFormElement>(null);
  const [wasTried, setTried] = useState(false);
  const [left, setLeft] = useState<ReadonlySet<ListingField>>(new Set());
  const errorOf = (name: ListingField) => {
    const problem = problemOf(name, draft, isListed);
    if (problem === null) return undefined;
    const isSaid = wasTried || (left.has(name) && problem !== 'missing');
    return isSaid ? i18n._(problemText(name, problem, draft.symbol)) : undefined;
  };
  return {
    draft,
    form,
    /** Whether a field is filled in and right. */
    isRight: (name: ListingField) => draft[name].trim() !== '' && problemOf(name, draft, isListed) === null,
    /** What every kind of field needs. */
    field: (name: ListingField, read: (typed: string) => string = (typed) => typed) => ({
      value: draft[name],
      error: errorOf(name),
      onChange: (typed: string) => listingDraft.change({ [name]: read(typed) }),
      onBlur: () => setLeft((before) => new Set(before).add(name)),
    }),
    submit: () => {
      setTried(true);
      if (firstWrong(step, draft, isListed) === null) onDone();
      else focusFirstInvalid(form);
    },
  };
}

export type StepFields = ReturnType<typeof useStep>;

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
function problemText(field: ListingField, problem: FieldProblem, symbol: string): MessageDescriptor {
  if (problem === 'listed') return msg`${symbol} is listed already.`;
  if (problem !== 'too-much') return allowed[field];
  return field === 'circulation'
    ? msg`This is more than the total issuance.`
    : msg`With what circulates this is more than the total issuance.`;
}
