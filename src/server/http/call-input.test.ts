import * as v from 'valibot';
import { expect, it } from 'vitest';
import type { CallSpec } from '#protocol/core/call.ts';
import { calls } from '#protocol/calls.ts';
import { codeOfField } from '#protocol/core/field-codes.ts';
import type { RequestFault } from '../core/failures/request-fault.ts';
import { checkInput } from './call-input.ts';

const refused = (schema: v.GenericSchema, body: object, refuses: Parameters<typeof checkInput>[3]) => {
  try {
    checkInput(schema, false, { query: {}, params: {}, body }, refuses);
  } catch (error) {
    const { statusCode, codeName } = error as RequestFault;
    return [statusCode, codeName];
  }
  return null;
};

const schema = v.strictObject({
  amount: v.pipe(v.string(), v.regex(/^\d+$/)),
  images: v.optional(v.array(v.string())),
});

it('answers a malformed field with its own code where the call has it', () => {
  expect(refused(schema, { amount: 'x' }, ['enterAmount'])).toEqual([400, 'enterAmount']);
  expect(refused(schema, {}, ['enterAmount'])).toEqual([400, 'enterAmount']);
  expect(refused(schema, { amount: '1', images: [7] }, ['uploadPhotos'])).toEqual([400, 'uploadPhotos']);
  expect(refused(schema, { amount: 'x' }, ['uploadPhotos'])).toEqual([400, 'operationFailed']);
  expect(refused(schema, { amount: '1', other: '1' }, ['enterAmount'])).toEqual([400, 'operationFailed']);
  expect(refused(schema, { amount: '1', constructor: 1 }, ['enterAmount'])).toEqual([400, 'operationFailed']);
});

/** Every field of every call that takes a right input here, with the code of its own that the call declares. */
const fields = Object.entries<CallSpec>(calls).flatMap(([name, { input, refuses, example }]) => {
  const right = example.input as Readonly<Record<string, unknown>>;
  return Object.keys(right).flatMap((field) => {
    const code = Object.hasOwn(codeOfField, field) ? codeOfField[field] : undefined;
    return code === undefined || !refuses.includes(code) ? [] : [{ name, field, code, input, right, refuses }];
  });
});

it('says which field is wrong in every call that can say so', () => {
  expect(fields.length).toBeGreaterThan(25);
  for (const { name, field, code, input, right, refuses } of fields) {
    const wrong = { ...right, [field]: { not: 'a value' } };
    expect([name, field, refused(input, wrong, refuses)]).toEqual([name, field, [400, code]]);
  }
});
