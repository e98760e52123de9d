import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayMs, hourMs } from '#protocol/core/durations.ts';
import { writeHeads } from '#server/core/records/open.ts';
import { dateOf, headOf } from '#server/core/records/heads.ts';
import { readPicture } from '#server/p2p/orders/appeals/evidence.ts';
import { verifyRecords } from '#server/core/records/verifying.ts';
import { consoleBeside } from '#server/operator/testing.ts';
import { createFiles } from '#server/accounts/files/files.ts';
import { secretBox } from '#server/core/secrets/secret-box.ts';
import { secretsOfTests } from './exchange-for-test.ts';
import { p2pExchange } from './p2p-exchange.ts';
import type { Trader } from './p2p-market.ts';
import { pictureForm } from './picture-form.ts';

/** Evidence of disputes: who reads it, what the store holds of it, and what becomes of it once its key is destroyed. */

const { caller, market, exchange, trader } = p2pExchange('fiat-evidence');
let operator: ReturnType<typeof consoleBeside>;
const folder = mkdtempSync(path.join(tmpdir(), 'dunlin-evidence-'));

beforeAll(async () => {
  operator = consoleBeside(exchange().database, secretsOfTests);
  // No gate follows the log here: the console would wait for one.
  await query('UPDATE operator_log_taken SET line = 1000000');
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

function query(text: string, values: unknown[] = []) {
  return exchange().database.pool.query<Record<string, string>>(text, values);
}

/** Changes rows behind the back of everything that guards them, as only a superuser can. */
const tamper = (text: string, values: unknown[]) =>
  exchange().database.transaction(async ({ client }) => {
    await client.query('SET LOCAL session_replication_role = replica');
    expect((await client.query(text, values)).rowCount).toBe(1);
  });

interface Shown {
  readonly order: { readonly state: string };
  readonly proofs: { readonly file: string; readonly destroyed?: boolean }[];
  readonly appeal: {
    readonly statements: { readonly by: string; readonly text: string | null }[];
    readonly decision: string | null;
    readonly reason: string | null;
  };
}

const detail = async (id: string, { as }: Trader<string>) =>
  (await caller.done('GET tradeBuyWaitPage', { id }, as)) as unknown as Shown;
const textsOf = async (id: string, reader: Trader<string>) =>
  (await detail(id, reader)).appeal.statements.map(({ text }) => text);

async function pictureAs({ as }: Trader<string>, file: string): Promise<{ status: number; bytes: Buffer }> {
  const answer = await exchange().app.inject({ url: `/files/${file}`, headers: { authorization: `Bearer ${as}` } });
  return { status: answer.statusCode, bytes: answer.rawPayload };
}

async function upload(order: string, { as }: Trader<string>): Promise<string> {
  const { payload, contentType } = await pictureForm({ order });
  const headers = { authorization: `Bearer ${as}`, 'content-type': contentType };
  const answer = await exchange().app.inject({ method: 'POST', url: '/api/uploadBuyProof', headers, payload });
  return answer.json<{ data: { file: string } }>().data.file;
}

const words = {
  buyer: 'I paid from the account of Aunt Rosalind.',
  seller: 'Nothing came from Rosalind at all.',
  asked: 'Which account of Rosalind was it?',
  reason: 'Rosalind paid another person.',
};

interface Dispute {
  readonly id: string;
  readonly buyer: Trader<string>;
  readonly seller: Trader<string>;
  readonly file: string;
}

/** An order under appeal with a picture of its buyer, words of both sides, and a question. */
async function dispute(buyer: Trader<string>, seller: Trader<string>): Promise<Dispute> {
  const id = await market.order(buyer, seller, 'buy');
  const file = await upload(id, buyer);
  await caller.done('POST tradePaid', { id }, buyer.as);
  await caller.done('POST tradeAppeal', { id, text: words.seller }, seller.as);
  // The policy of practice mode is not to decide while an arbiter is at it.
  await query('UPDATE fiat_orders SET answer_until = $2, due_at = $2 WHERE id = $1', [id, Date.now() + hourMs]);
  await caller.done('POST tradeAppeal', { id, text: words.buyer }, buyer.as);
  const ask = await operator('ask-appeal', id, 'buyer', '--reason', words.asked, '--by', 'grace');
  expect(ask.code).toBe(0);
  return { id, buyer, seller, file };
}

async function decide({ id, buyer }: Dispute): Promise<void> {
  expect((await operator('decide-appeal', id, 'refund', '--reason', words.reason, '--by', 'grace')).code).toBe(0);
  await expect.poll(async () => (await detail(id, buyer)).order.state).toBe('cancelled');
}

const evidenceTables = [
  'fiat_statements',
  'fiat_proofs',
  'operator_log',
  'fiat_order_events',
  'record_links',
  'person_keys',
];

/** Rows of the tables of evidence as text, and the bytes of files as they lie in the store. */
async function dump(): Promise<string> {
  const texts = await Promise.all(
    evidenceTables.map(async (table) => {
      const { rows } = await query(`SELECT stored::text AS row FROM ${table} AS stored`);
      return rows.map(({ row }) => row).join('\n');
    }),
  );
  return texts.join('\n');
}

const isJpeg = (bytes: Buffer) => bytes.subarray(0, 2).equals(Buffer.from([0xff, 0xd8]));

it('is read by both sides and by operators, and stands in no row as it was said', async () => {
  const order = await dispute(await trader(), await trader());
  const { id, file } = order;
  for (const reader of [order.buyer, order.seller]) {
    expect(await textsOf(id, reader)).toEqual([words.seller, words.buyer, words.asked]);
    const shown = await pictureAs(reader, file);
    expect([shown.status, isJpeg(shown.bytes)]).toEqual([200, true]);
  }
  expect((await pictureAs(await trader(), file)).status).toBe(404);
  const { code, said } = await operator('appeal', id, '--save', path.join(folder, id));
  expect(code).toBe(0);
  for (const text of [words.seller, words.buyer, words.asked]) expect(said).toContain(text);
  expect(readdirSync(path.join(folder, id))).toEqual([`appeal-${id}-1-buyer.jpg`]);
  expect(isJpeg(readFileSync(path.join(folder, id, `appeal-${id}-1-buyer.jpg`)))).toBe(true);
  await decide(order);
  expect((await detail(id, order.seller)).appeal).toMatchObject({ decision: 'refund', reason: words.reason });
  const log = (await operator('stop-log')).said;
  expect(log).toContain(words.asked);
  expect(log).toContain(words.reason);

  expect(await dump()).not.toContain('Rosalind');
  const { rows } = await query(
    'SELECT bytes, sealed_with FROM files JOIN fiat_proofs ON file = files.id WHERE id = $1',
    [file],
  );
  expect(isJpeg(rows[0]?.['bytes'] as unknown as Buffer)).toBe(false);
  expect(rows[0]?.['sealed_with']).toHaveLength(1);
  // Without the key of the exchange, an operator reads none of it and decides nothing.
  const without = consoleBeside(exchange().database, { DATA_DIR: folder });
  expect((await without('appeal', id)).said).toContain('SECRETS_KEY');
  expect((await without('stop-log')).said).not.toContain('Rosalind');
  const other = consoleBeside(exchange().database, { SECRETS_KEY: Buffer.alloc(32, 8).toString('base64url') });
  expect((await other('appeal', id)).said).toContain('another SECRETS_KEY');
  expect((await other('disable-account', (await trader()).id, '--reason', 'x')).said).toContain('another SECRETS_KEY');
});

it('does not open in the row of another order, side or person', async () => {
  const [one, two] = [await dispute(await trader(), await trader()), await dispute(await trader(), await trader())];
  const of = async (order: string, by: string) => {
    const { rows } = await query(
      'SELECT id, text, sealed_with FROM fiat_statements WHERE fiat_order = $1 AND by = $2',
      [order, by],
    );
    return rows[0] ?? {};
  };
  const own = await of(two.id, 'buyer');
  const put = ({ text, sealed_with: keys }: Record<string, string>) =>
    tamper('UPDATE fiat_statements SET text = $2, sealed_with = $3 WHERE id = $1', [own['id'], text, keys]);
  const read = () => caller.call('GET tradeBuyWaitPage', { id: two.id }, { as: two.buyer.as });
  const foreign = await of(one.id, 'buyer');
  const copies = [
    foreign,
    // The text of another order, with the keys of this one.
    { ...foreign, sealed_with: own['sealed_with'] ?? '' },
    await of(two.id, 'seller'),
    await of(two.id, 'arbiter'),
  ];
  for (const copy of copies) {
    await put(copy);
    expect((await read()).code).toBe(500);
  }
  await put(own);
  expect(await textsOf(two.id, two.buyer)).toEqual([words.seller, words.buyer, words.asked]);
  // The picture of one order in the row of another.
  const deps = {
    database: exchange().database,
    files: createFiles(exchange().database, Date.now),
    secrets: secretBox(Buffer.alloc(32, 7)),
  };
  expect(isJpeg((await readPicture(deps, one.file)) ?? Buffer.alloc(0))).toBe(true);
  await tamper('UPDATE fiat_proofs SET fiat_order = $2 WHERE file = $1', [one.file, two.id]);
  await expect(readPicture(deps, one.file)).rejects.toThrow('is not of that place and person');
  await tamper('UPDATE fiat_proofs SET fiat_order = $2 WHERE file = $1', [one.file, one.id]);
  expect(exchange().errors.splice(0).length).toBe(copies.length);
});

it('is unreadable to everybody once its key is destroyed, and the chain stays whole', async () => {
  const order = await dispute(await trader(), await trader());
  const { id, buyer, seller, file } = order;
  const forget = () => operator('forget-evidence', buyer.id, '--reason', 'A request of 30 November.', '--by', 'grace');
  const early = await forget();
  expect([early.code, early.said]).toEqual([1, expect.stringContaining('is under appeal')]);
  expect(await textsOf(id, seller)).toEqual([words.seller, words.buyer, words.asked]);
  await decide(order);
  expect((await verifyRecords(exchange().database)).findings).toEqual([]);

  const { code, said } = await forget();
  expect(code).toBe(0);
  expect(said).toContain('is destroyed');
  expect(said).toContain('Backups');
  for (const reader of [buyer, seller]) {
    const { appeal, proofs } = await detail(id, reader);
    expect(appeal.statements.map(({ text }) => text)).toEqual([words.seller, null, null]);
    expect(appeal).toMatchObject({ decision: 'refund', reason: null });
    expect(proofs).toEqual([expect.objectContaining({ file, destroyed: true })]);
    expect((await pictureAs(reader, file)).status).toBe(404);
    const noticed = await query('SELECT facts::text AS facts FROM notices WHERE owner = $1', [reader.id]);
    expect(noticed.rows.map(({ facts }) => facts).join()).not.toContain('Rosalind');
  }
  const appeal = (await operator('appeal', id)).said;
  expect(appeal).toContain(words.seller);
  expect(appeal).toContain('destroyed at the request');
  for (const text of [words.buyer, words.asked]) expect(appeal).not.toContain(text);
  const log = (await operator('stop-log')).said;
  expect(log).toMatch(new RegExp(`decide-appeal .* ${id}  .*destroyed at the request`));
  expect(log).toContain(`forget-evidence  user ${buyer.id}  A request of 30 November.`);

  const audit = (await operator('audit')).said;
  expect(audit).toContain('The records are whole');
  expect((await verifyRecords(exchange().database)).findings).toEqual([]);
  // Even with SECRETS_KEY no key of the person is left in the store, and it does not come back.
  const { rows } = await query('SELECT wrapped FROM person_keys WHERE person = $1', [buyer.id]);
  expect(rows).toEqual([{ wrapped: null }]);
  await expect(
    query(`UPDATE person_keys SET wrapped = 'x', destroyed_at = NULL WHERE person = $1`, [buyer.id]),
  ).rejects.toThrow('can only be destroyed');

  // Evidence of later has another key.
  const later = await dispute(buyer, seller);
  expect(await textsOf(later.id, seller)).toEqual([words.seller, words.buyer, words.asked]);
  expect(await textsOf(id, seller)).toEqual([words.seller, null, null]);
});

it('covers the reasons of acts on an account, which operators read until its key is destroyed', async () => {
  const [one, other] = [await trader(), await trader()];
  const reason = (name: string) => `${name} used the papers of Rosalind.`;
  const acts = ['end-sessions', 'disable-account', 'enable-account'];
  for (const { id } of [one, other]) {
    for (const act of acts) expect((await operator(act, id, '--reason', reason(id), '--by', 'grace')).code).toBe(0);
  }
  const lines = async (id: string) =>
    (await operator('stop-log')).said.split('\n').filter((line) => line.includes(`  user ${id}`));
  for (const { id } of [one, other]) {
    const own = await lines(id);
    expect(own).toHaveLength(acts.length);
    expect(own.filter((line) => line.endsWith(reason(id)))).toHaveLength(acts.length);
  }
  expect(await dump()).not.toContain('Rosalind');
  expect((await operator('forget-evidence', one.id, '--reason', 'A request.')).code).toBe(0);
  const gone = await lines(one.id);
  expect(gone.filter((line) => line.includes('destroyed at the request'))).toHaveLength(acts.length);
  expect((await lines(other.id)).filter((line) => line.endsWith(reason(other.id)))).toHaveLength(acts.length);
  expect((await verifyRecords(exchange().database)).findings).toEqual([]);
});

it('of before stays as it is, but for its pictures', async () => {
  const order = await dispute(await trader(), await trader());
  const { id, buyer, seller, file } = order;
  await decide(order);
  await tamper(
    `UPDATE fiat_statements SET text = 'In plain words.', sealed_with = NULL WHERE fiat_order = $1 AND by = 'buyer'`,
    [id],
  );
  await tamper('UPDATE fiat_proofs SET sealed_with = NULL WHERE file = $1', [file]);
  expect(await textsOf(id, seller)).toEqual([words.seller, 'In plain words.', words.asked]);
  expect((await pictureAs(seller, file)).status).toBe(200);
  const { said } = await operator('forget-evidence', buyer.id, '--reason', 'A request.');
  expect(said).toContain('1 pictures from before');
  expect(said).toContain('1 texts from before');
  expect(await textsOf(id, seller)).toEqual([words.seller, 'In plain words.', null]);
  expect((await pictureAs(seller, file)).status).toBe(404);
  expect((await detail(id, seller)).proofs).toEqual([expect.objectContaining({ destroyed: true })]);
});

it('has heads that everybody reads: those that follow from the links', async () => {
  const { database } = exchange();
  const { pool } = database;
  const { rows } = await query('SELECT min(at) AS at FROM record_links');
  const first = Math.floor(Number(rows[0]?.['at']) / dayMs);
  const computed = [];
  for (let day = first, former: Buffer | null = null; day < first + 2; day += 1) {
    const head = await headOf(pool, day, former);
    computed.unshift({ date: dateOf(day), hash: head.hash.toString('hex'), links: head.links });
    former = head.hash;
  }
  // Writing one is a line of the log, which is linked today.
  await writeHeads(database, (first + 3) * dayMs);
  expect(await caller.done('GET common/recordHeads', {})).toEqual({ list: computed });
  expect(await caller.done('GET common/recordHeads', { days: '1' })).toEqual({ list: computed.slice(0, 1) });
  expect((await caller.call('GET common/recordHeads', { days: '401' })).code).not.toBe(200);
});
