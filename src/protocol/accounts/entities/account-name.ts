import * as v from 'valibot';
import { typedField } from '#protocol/core/text/typed-field.ts';

export const country = v.pipe(
  v.string(),
  v.regex(/^[A-Z]{2}$/),
  v.description('Country by ISO 3166 alpha-2, as in `CN`; a calling code alone is shared by several.'),
);

export const accountName = v.pipe(
  v.variant('by', [
    v.strictObject({ by: v.literal('email'), email: typedField('email') }),
    v.strictObject({ by: v.literal('phone'), country, phone: typedField('phone') }),
  ]),
  v.description('The account a user names: an email, or a phone with its country.'),
);
export type AccountName = v.InferOutput<typeof accountName>;
