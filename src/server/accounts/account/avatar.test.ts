import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFiles, type FilePurpose, type Files } from '../files/files.ts';
import { type TestAccounts, testAccounts } from './testing.ts';

let accounts: TestAccounts;
let files: Files;
let users = 0;

beforeAll(async () => {
  accounts = await testAccounts();
  files = createFiles(accounts.database, accounts.deps.clock);
});
afterAll(() => accounts.close());

async function newUser() {
  users += 1;
  const token = await accounts.register(`face${users}@example.com`, 'Kranich-47-see', {
    address: `127.0.7.${users}`,
  });
  const { data } = await accounts.call('GET info', {}, { token });
  const userId = BigInt((data as unknown as { id: string }).id);
  const show = (avatar: string | null) => accounts.call('PUT nickName', { avatar }, { token });
  const picture = (purpose: FilePurpose = 'avatar') =>
    files.keep(userId, purpose, { bytes: Buffer.from('a picture'), width: 1, height: 1 });
  const shown = async () =>
    ((await accounts.call('GET info', {}, { token })).data as unknown as { avatar: string | null }).avatar;
  return { userId, show, shown, picture };
}

it('sets a picture, removes the previous one, and clears it again', async () => {
  const user = await newUser();
  const first = await user.picture();
  expect((await user.show(first)).data).toMatchObject({ avatar: first });
  expect((await user.show(first)).msg).toBe('success');
  const second = await user.picture();
  expect((await user.show(second)).msg).toBe('success');
  expect(await user.shown()).toBe(second);
  expect(await files.read(user.userId, first)).toBeNull();
  expect(await files.read(user.userId, second)).not.toBeNull();
  accounts.pass(48 * 3_600_000);
  await files.sweep();
  expect(await files.read(user.userId, second)).not.toBeNull();
  expect((await user.show(null)).data).toMatchObject({ avatar: null });
  expect(await files.read(user.userId, second)).toBeNull();
});

it('refuses a picture of another user, of another purpose, or a missing one', async () => {
  const user = await newUser();
  const own = await user.picture();
  await user.show(own);
  const theirs = await (await newUser()).picture();
  const document = await user.picture('identity');
  for (const wrong of [theirs, document, 'A'.repeat(22)]) {
    expect((await user.show(wrong)).msg).toBe('uploadPhotos');
    expect(await user.shown()).toBe(own);
  }
});
