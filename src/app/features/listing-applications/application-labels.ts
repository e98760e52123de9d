import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ListingApplicationState } from '#protocol/listing-applications/entities.ts';
import type { BadgeTone } from '#app/ui/lists/Badge.tsx';
import type { ListingField } from './draft.ts';
import type { StepNumber } from './steps.ts';

/** Where an application stands, in a word. */
export const stateLabels: Readonly<
  Record<ListingApplicationState, { readonly name: MessageDescriptor; readonly tone: BadgeTone }>
> = {
  'under-review': { name: msg`Under review`, tone: 'accent' },
  question: { name: msg`Question for you`, tone: 'warn' },
  listed: { name: msg`Listed`, tone: 'plain' },
  refused: { name: msg`Not accepted`, tone: 'plain' },
};

/** What each step of the form is about. */
export const stepTitles: Readonly<Record<StepNumber, MessageDescriptor>> = {
  1: msg`The coin`,
  2: msg({ message: 'Supply', context: 'of a coin' }),
  3: msg`Links and papers`,
  4: msg`Documents`,
  5: msg({ message: 'Check and send', context: 'step of a form' }),
};

/** The button that leads to a step. */
export const nextLabels: Readonly<Record<StepNumber, MessageDescriptor>> = {
  1: msg`Next: the coin`,
  2: msg`Next: supply`,
  3: msg`Next: links and papers`,
  4: msg`Next: documents`,
  5: msg`Next: check`,
};

/** What is asked for, without the coin in which an amount counts. */
export const fieldLabels: Readonly<Record<ListingField, MessageDescriptor>> = {
  name: msg`Full name`,
  englishName: msg`English name`,
  symbol: msg`Abbreviation`,
  region: msg`Where it is active`,
  issuance: msg`Total issuance`,
  circulation: msg`In circulation`,
  holdings: msg`Official holdings`,
  contract: msg`Contract address`,
  exchanges: msg`Exchanges that list it`,
  site: msg`Official site`,
  explorer: msg`Block explorer`,
  whitepaper: msg`White paper`,
};
