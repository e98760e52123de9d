import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { codes } from '#protocol/core/codes.ts';
import { createMethodHandlers } from '#server/p2p/collection-methods/calls.ts';
import { secretBox } from '#server/core/secrets/secret-box.ts';
import { photo, testFiles, type TestFiles } from '#server/accounts/files/testing.ts';
import { createIdentityHandlers } from '#server/accounts/identity/calls.ts';
import { createIdentity } from '#server/accounts/identity/identity.ts';
import { openReviews, practiceReviewMs, type RunningReviews } from '#server/accounts/reviews/open.ts';

let world: TestFiles;
let reviews: RunningReviews;
let image: Buffer;
beforeAll(async () => {
  world = await testFiles((deps) => {
    reviews = openReviews({ ...deps, logger: pino({ level: 'silent' }), mode: 'practice' });
    const notices = { send: async () => undefined, changed: () => undefined };
    const secrets = secretBox(Buffer.alloc(32, 7));
    return {
      ...createIdentityHandlers(createIdentity({ ...deps, reviews, notices })),
      ...createMethodHandlers({ ...deps, secrets, isNeeded: async () => false }),
    };
  });
  image = await photo(8, 8);
});
afterAll(() => world.close());

interface Person {
  readonly id: bigint;
  readonly token: string;
  readonly photos: { readonly front: string; readonly back: string; readonly held: string };
}

/** A user whose photos are uploaded. */
async function person(): Promise<Person> {
  const user = await world.user();
  const upload = async () => ((await world.upload(user.token, image)).data as { id: string }).id;
  return { ...user, photos: { front: await upload(), back: await upload(), held: await upload() } };
}

let documents = 0;
const apply = ({ token, photos }: Person, application: object) => {
  documents += 1;
  const own = {
    documentType: 'id-card',
    country: 'SG',
    firstName: 'Mei',
    lastName: 'Lin',
    number: `S${1000 + documents}`,
  };
  return world.call('POST verify', token, { ...own, ...photos, ...application });
};

describe('a name that is in the document', () => {
  test.each([
    ['A/L', 'A/L Ramasamy', 'Muthu', 'AL RAMASAMY MUTHU'],
    ['D/O', 'D/O Lee', 'Tan', 'Tan d/o lee'],
    ['an apostrophe first', "'t Hart", 'Jan', 'JAN ‘T HART'],
    ['U+2018', 'O‘Brien', 'Pat', "Pat O'Brien"],
    ['U+2022', '艾力•买买提', '阿', '阿艾力·买买提'],
    ['U+FF65', 'ﾖｼｺ･タナカ', 'ケン', 'ヨシコ・タナカ ケン'],
    ['U+2010', 'Pérez‐López', 'Ana', 'ANA PÉREZ-LÓPEZ'],
    ['a comma', 'Smith, Jr.', 'John', 'John Smith Jr'],
    ['a joiner between letters', 'علی\u200Cرضا', 'احمدی', 'علی رضا احمدی'],
    ['a joiner at the end', 'അനില്\u200D', 'കുമാര്\u200D', 'കുമാര് അനില്'],
  ])(
    'with %s is applied with, and the holder of an account in another spelling',
    async (_, lastName, firstName, holder) => {
      const owner = await person();
      expect((await apply(owner, { firstName, lastName })).code).toBe(codes.success);
      world.pass(practiceReviewMs);
      await reviews.takeUp();
      const add = (name: string, account: string) =>
        world.call('POST cnyPayAdd', owner.token, { method: 'paypal', holder: name, account });
      expect((await add(`${firstName} ${lastName}`, 'one@example.com')).code).toBe(codes.success);
      expect((await add(holder, 'two@example.com')).code).toBe(codes.success);
      for (const other of ['Ada Lovelace', firstName, `${firstName} ${lastName}x`, 'a'.repeat(500)]) {
        expect((await add(other, 'three@example.com')).code, other).toBe(codes.enterName);
      }
    },
  );
});

it('refuses what is no name and no number by the code of the field, and stores nothing', async () => {
  const owner = await person();
  for (const name of ['Ada1', '<b>', '😀', 'ada@example.com', 'www.example', '-', '\u200D', 'A//L', 'a'.repeat(61)]) {
    expect((await apply(owner, { firstName: name })).code, name).toBe(codes.enterName);
    expect((await apply(owner, { lastName: name })).code, name).toBe(codes.enterName);
  }
  for (const number of ['', '((()))', '–––––', 'Д1234567', '12345<6', '1'.repeat(25), '١٢', '1 '.repeat(400)]) {
    expect((await apply(owner, { number })).code, number).toBe(codes.enterDocumentNumber);
  }
  expect((await world.call('GET verify', owner.token, {})).data).toMatchObject({ state: 'not-verified' });
});

test.each([
  ['id-card', 'HK', 'A123456(3)', ['А１２３４５６（３）', 'a123456-3', 'Α123456 3', 'A123456【3】']],
  ['id-card', 'MO', '1234567(8)', ['12345678', '１２３４５６７（８）']],
  ['id-card', 'JP', '1234–5678–9012', ['1234-5678-9012', '１２３４ー５６７８ー９０１２', '1234\u200B56789012']],
  ['id-card', 'TH', '๑๒๓๔๕๖๗๘๙๐๑๒๓', ['1 2345 67890 12 3', '١٢٣٤٥٦٧٨٩٠١٢٣']],
  ['passport', 'GR', 'ΑΟ1234567', ['AO1234567', 'АО 1234567', 'ａｏ１２３４５６７']],
])('takes the %s of %s with %s once, however it is spelled', async (documentType, country, number, others) => {
  const owner = await person();
  expect((await apply(owner, { documentType, country, number })).code).toBe(codes.success);
  const second = await person();
  for (const other of others) {
    expect((await apply(second, { documentType, country, number: other })).code, other).toBe(
      codes.realNameAlreadyApplied,
    );
  }
  const { rows } = await world.database.pool.query<{ number: string }>(
    'SELECT number FROM verifications WHERE owner = ANY($1)',
    [[owner.id, second.id]],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.number).toMatch(/^[A-Z0-9]+$/);
});
