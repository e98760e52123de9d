import * as v from 'valibot';
import { entity } from '../core/fields.ts';

/** Days whose heads are answered at most. */
export const recordHeadDaysMax = 400;

export const recordHead = entity(
  'The head of a day: a hash over every link of the records up to its end. Of two stores with the same head, all of them are the same.',
  {
    date: v.pipe(v.string(), v.description('The day, UTC, as in `2026-11-29`.')),
    hash: v.pipe(v.string(), v.description('SHA-256 in hex.')),
    links: v.pipe(v.number(), v.description('Rows that were linked on that day.')),
  },
);
