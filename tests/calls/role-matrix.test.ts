import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type CallName, calls } from '#protocol/calls.ts';
import type { ChatAct } from '#protocol/chat/entities.ts';
import { orderSecrets } from './role-matrix-order.ts';
import { noFile, noId, type ObjectRow, type Row } from './role-matrix-row.ts';
import { roleRows } from './role-matrix-rows.ts';
import { type Answer, type Role, roles, RoleWorld, strangers } from './role-matrix-world.ts';

/**
 * Every call and every file in every role: what each hears is the table of `role-matrix-rows.ts`. Whoever names an
 * object of somebody else's hears, word for word, what they hear of one that does not exist, and the owner keeps all
 * they have.
 */

const world = new RoleWorld();
const rows = roleRows(world);
/** Roles that no call may do anything for, unless anybody may call it. */
const outside = ['visitor', 'disabled', 'ended'] as const satisfies readonly Role[];

beforeAll(() => world.open(), 60_000);
afterEach(() => world.restore());
afterAll(() => world.exchange.close());

const heard = ({ type, msg }: Answer): string => (type === 'ok' || type === 'error' ? msg : type);

/** The values of a field, at any depth, but for those inside an object that has it itself. */
function valuesOf(value: unknown, field: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = (value as Record<string, unknown>)[field];
  if (own !== undefined && own !== null) return [JSON.stringify(own)];
  return Object.values(value).flatMap((inner) => valuesOf(inner, field));
}

/** Nothing of the owner's has changed since. */
async function expectUnchanged(before: Record<string, string>, role: Role): Promise<void> {
  const now = await world.ofOwner();
  const isSame = JSON.stringify(now) === JSON.stringify(before);
  expect(now, isSame ? '' : `${role} changed something; last: ${await world.latestOfOwner()}`).toEqual(before);
}

async function hear(name: CallName, row: Exclude<Row, ObjectRow>, role: Role): Promise<Answer> {
  const body = (await row.body?.(world.user(role), role)) ?? {};
  const isPublic = calls[name].access === 'public';
  const isOutside = !isPublic && outside.some((one) => one === role);
  const before = isOutside ? await world.ofOwner() : null;
  const answer = await world.call(name, body, role);
  if (before !== null) await expectUnchanged(before, role);
  return answer;
}

async function expectPlain(name: CallName, row: Exclude<Row, ObjectRow>): Promise<void> {
  const answers = new Map<Role, Answer>();
  for (const role of roles) answers.set(role, await hear(name, row, role));
  expect(Object.fromEntries([...answers].map(([role, answer]) => [role, heard(answer)]))).toEqual(row.answers);
  const { own } = row;
  if (own === undefined) return;
  const ofOwner = valuesOf(answers.get('owner')?.data, own);
  expect(ofOwner, 'the owner is shown something').not.toEqual([]);
  for (const role of strangers) {
    const shared = valuesOf(answers.get(role)?.data, own).filter((value) => ofOwner.includes(value));
    expect(shared, `${role} is shown what is the owner's`).toEqual([]);
  }
}

async function expectOwnerAlone(name: CallName, row: ObjectRow): Promise<void> {
  const id = await row.make();
  const found: Partial<Record<Role, string>> = {};
  const othersHear = async () => {
    for (const role of roles.filter((one) => one !== 'owner')) {
      // What of it is made for the call does not count as a change of the owner's.
      const [real, none] = [await row.of(id, role), await row.of(row.absent, role)];
      const before = await world.ofOwner();
      const answer = await world.call(name, real, role);
      expect(answer, `${role} learns that it exists`).toEqual(await world.call(name, none, role));
      await expectUnchanged(before, role);
      found[role] = heard(answer);
    }
  };
  await othersHear();
  // It was there all the while, and right to ask for.
  found.owner = heard(await world.call(name, await row.of(id, 'owner'), 'owner'));
  expect(found).toEqual(row.answers);
  // And no trace of it tells the others more, now that it was used.
  await othersHear();
  expect(found).toEqual(row.answers);
}

const names = Object.keys(calls) as CallName[];

it('has a row of every call', () => {
  expect(Object.keys(rows).toSorted()).toEqual(names.toSorted());
  expect(Object.values(rows).filter((ofCall) => ofCall.length === 0)).toEqual([]);
});

describe.each(names)('%s', (name) => {
  it.each(rows[name].map((row) => [row.what ?? 'answers', row] as const))('%s', async (_, row) => {
    if ('make' in row) await expectOwnerAlone(name, row);
    else await expectPlain(name, row);
    expect(world.exchange.errors.filter((line) => !line.includes('"hindrance"'))).toEqual([]);
  });
});

describe('files', () => {
  it.each(['identity', 'voucher', 'avatar', 'work-order', 'chat'])(
    'a picture for %s is its owner’s',
    async (purpose) => {
      const id = await world.picture(purpose, 'owner');
      const before = await world.ofOwner();
      for (const role of roles) {
        const file = await world.file(id, role);
        if (role === 'owner') {
          expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/jpeg']);
          continue;
        }
        const none = await world.file(noFile, role);
        expect([role, file.statusCode, file.body]).toEqual([role, 404, none.body]);
      }
      expect(await world.ofOwner()).toEqual(before);
    },
  );

  it('a picture of an article is anybody’s', async () => {
    const name = `${'p'.repeat(43)}.png`;
    for (const role of roles) expect((await world.file(`content/${name}`, role)).statusCode).toBe(404);
    await world.exchange.database.pool.query(
      `INSERT INTO content_images (name, bytes, width, height, at) VALUES ($1, 'picture', 1, 1, 0)`,
      [name],
    );
    for (const role of roles) {
      const file = await world.file(`content/${name}`, role);
      expect([file.statusCode, file.headers['content-type'], file.body]).toEqual([200, 'image/png', 'picture']);
    }
  });
});

describe('a fiat order', () => {
  const others = roles.filter((one) => one !== 'owner');

  it('has pictures for its two sides: proofs, the QR code to pay by, and those of its conversation', async () => {
    const { proof, qr, said } = await orderSecrets(world);
    for (const [what, id] of Object.entries({ proof, qr, said })) {
      for (const side of ['owner', 'payee'] as const) {
        expect([what, side, (await world.file(id, side)).statusCode]).toEqual([what, side, 200]);
      }
      for (const role of others) {
        const file = await world.file(id, role);
        const none = await world.file(noFile, role);
        expect([what, role, file.statusCode, file.body]).toEqual([what, role, 404, none.body]);
      }
    }
  });

  it('has a conversation that nobody else reads, writes in, or learns of', async () => {
    const { group } = await orderSecrets(world);
    const read = (of: string, role: Role | 'payee') =>
      world.call('GET getChatList', { what: 'messages', group: of }, role);
    for (const side of ['owner', 'payee'] as const) {
      expect(JSON.stringify((await read(group, side)).data)).toContain('Paid from my own account.');
    }
    const before = await read(group, 'payee');
    for (const role of others) expect(await read(group, role), role).toEqual(await read(noId, role));
    for (const role of [...strangers, 'disabled'] as const) {
      const act = (what: ChatAct) =>
        world.exchange.chat.act(BigInt(world.user(role).id), `role-matrix-act-${world.next()}`, what);
      for (const of of [group, noId]) {
        await expect(act({ do: 'say', group: of, text: 'Hello' }), role).rejects.toMatchObject({
          codeName: 'notFound',
        });
        await expect(act({ do: 'read', group: of, through: 1 }), role).rejects.toMatchObject({ codeName: 'notFound' });
      }
    }
    expect(await read(group, 'payee')).toEqual(before);
  });
});
