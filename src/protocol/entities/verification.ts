import * as v from 'valibot';
import { timestamp } from '../fields.ts';

/** Documents a user may prove their name with (spec point 3). */
export const documentType = v.picklist(['id-card', 'passport']);
export type DocumentType = v.InferOutput<typeof documentType>;

/** Real-name authentication as its owner sees it (spec point 4). Names and number are masked on the server. */
export const verification = v.object({
  state: v.picklist(['not-verified', 'under-review', 'verified', 'refused']),
  /** Why it was refused, in the reviewer's words; null in every other state. */
  reason: v.nullable(v.string()),
  documentType: v.nullable(documentType),
  name: v.nullable(v.string()),
  number: v.nullable(v.string()),
  submittedAt: v.nullable(timestamp),
  decidedAt: v.nullable(timestamp),
});
export type Verification = v.InferOutput<typeof verification>;
