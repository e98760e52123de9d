import * as v from 'valibot';
import { choice, entity, timestamp } from '#protocol/core/fields.ts';

export const documentType = choice('Documents a user may prove their name with.', ['id-card', 'passport']);
export type DocumentType = v.InferOutput<typeof documentType>;

export const verification = entity(
  'Real-name authentication as its owner sees it. Names and number are masked on the server.',
  {
    state: v.picklist(['not-verified', 'under-review', 'verified', 'refused']),
    reason: v.pipe(
      v.nullable(v.string()),
      v.description('Why it was refused, in the reviewer’s words; null in every other state.'),
    ),
    documentType: v.nullable(documentType),
    name: v.nullable(v.string()),
    number: v.nullable(v.string()),
    submittedAt: v.nullable(timestamp),
    decidedAt: v.nullable(timestamp),
  },
);
export type Verification = v.InferOutput<typeof verification>;
