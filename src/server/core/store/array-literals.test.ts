import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allRuns } from '../../../../tests/depth.ts';
import { bytesLiteral, numbersLiteral, textsLiteral } from './array-literals.ts';
import { testDatabase, type TestDatabase } from './testing.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

async function read<Value>(type: string, literal: string): Promise<Value> {
  const { rows } = await database.pool.query<{ value: Value }>(`SELECT $1::${type}[] AS value`, [literal]);
  return (rows[0] as { value: Value }).value;
}

test('texts round-trip, whatever they contain', async () => {
  const text = fc.oneof(
    fc.constantFrom('null', 'NULL', 'Null', '', ' ', '{}', '"', '\\', ',', 'a b', "'", '\n', 'BTCUSDT', '币', '\\"'),
    fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0')),
  );
  const property = fc.asyncProperty(fc.array(fc.option(text), { maxLength: 20 }), async (values) => {
    expect(await read('text', textsLiteral(values))).toEqual(values);
  });
  await fc.assert(property, { numRuns: allRuns(200) });
});

test('numbers and bytes round-trip', async () => {
  const numbers = [1n, -(2n ** 63n), 2n ** 63n - 1n, 0n, null];
  expect(await read('bigint', numbersLiteral(numbers))).toEqual(numbers.map((value) => value?.toString() ?? null));
  const bytes = [Buffer.from([0, 255, 92, 34]), Buffer.alloc(0), null];
  expect(await read('bytea', bytesLiteral(bytes))).toEqual(bytes);
});
