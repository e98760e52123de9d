import { beforeAll, expect, it } from 'vitest';
import { auditParts } from '#server/main/audit-parts.ts';
import { systemClock } from '#server/core/clock/clock.ts';
import { findingsNow } from '#server/core/ledger/testing-units.ts';
import { consoleBeside } from '#server/operator/testing.ts';
import { secretsOfTests } from './exchange-for-test.ts';
import { p2pExchange } from './p2p-exchange.ts';
import type { Trader } from './p2p-market.ts';

/** Appeals as an arbiter handles them: the commands of the operator beside a running exchange. */

let operator: ReturnType<typeof consoleBeside>;
let mei: Trader<string>;
let ada: Trader<string>;
const { caller, market, exchange, trader } = p2pExchange('fiat-appeals');

beforeAll(async () => {
  operator = consoleBeside(exchange().database, secretsOfTests);
  // No gate follows the log here: the console would wait for one.
  await exchange().database.pool.query('UPDATE operator_log_taken SET line = 1000000');
  [mei, ada] = [await trader(), await trader()];
}, 60_000);

interface Shown {
  readonly order: { readonly state: string; readonly answerUntil: number };
  readonly appeal: { readonly asked: string | null; readonly penalty: string | null; readonly statements: object[] };
  readonly events: { readonly what: string; readonly by: string }[];
}

const detail = async (id: string, as: string) =>
  (await caller.done('GET tradeBuyWaitPage', { id }, as)) as unknown as Shown;

/** An order that its buyer marked as paid, and its merchant appealed. */
async function appealed(): Promise<string> {
  const id = await market.order(ada, mei, 'buy');
  await caller.done('POST tradePaid', { id }, ada.as);
  await caller.done('POST tradeAppeal', { id, text: 'No money has come to my account.' }, mei.as);
  // The policy of practice mode is not to decide while an arbiter is at it.
  await exchange().database.pool.query('UPDATE fiat_orders SET answer_until = $2, due_at = $2 WHERE id = $1', [
    id,
    Date.now() + 3_600_000,
  ]);
  return id;
}

const heldBy = async ({ as }: Trader<string>) => (await caller.done('GET depositPage', {}, as)) as { held: string };
async function available({ id }: Trader<string>): Promise<number> {
  const { rows } = await exchange().database.pool.query<{ units: string }>(
    `SELECT available::text AS units FROM balances WHERE owner = $1 AND wallet = 2 AND asset = 'USDT'`,
    [id],
  );
  return Number(rows[0]?.units ?? 0) / 100_000_000;
}

it('shows an appeal whole, asks a side, and waits for its answer', async () => {
  const id = await appealed();
  expect((await operator('appeals')).said).toContain(`#${id} 20 USDT for 144 CNY`);
  const { said } = await operator('appeal', id);
  expect(said).toContain('seller: No money has come to my account.');
  expect(said).toMatch(new RegExp(`buyer ${ada.id}: \\d+ orders in 30 days, .* appeals lost, deposit 0 USDT`));
  expect(said).toMatch(new RegExp(`seller ${mei.id}: .* deposit 500 USDT \\(paid\\)`));

  const before = (await detail(id, ada.as)).order.answerUntil;
  const asked = await operator('ask-appeal', id, 'buyer', '--reason', 'Which bank did you pay from?', '--by', 'grace');
  expect(asked).toMatchObject({ code: 0, said: expect.stringContaining('asked the buyer') as string });
  const shown = await detail(id, mei.as);
  expect(shown).toMatchObject({ order: { state: 'appeal' }, appeal: { asked: 'buyer' } });
  expect(shown.order.answerUntil).toBeGreaterThan(before);
  expect(shown.appeal.statements.at(-1)).toMatchObject({ by: 'arbiter', text: 'Which bank did you pay from?' });
  expect(shown.events.at(-1)).toMatchObject({ what: 'asked', by: 'arbiter' });
  const noticed = async () => {
    const { list } = (await caller.done('GET notice/list', {}, ada.as)) as {
      list: { article: { title: string } }[];
    };
    return list.map(({ article }) => article.title);
  };
  await expect.poll(noticed).toContain('The arbiter asks you');

  // What the other side adds is no answer to it.
  await caller.done('POST tradeAppeal', { id, text: 'Still nothing on my account.' }, mei.as);
  expect((await detail(id, ada.as)).appeal.asked).toBe('buyer');
  await caller.done('POST tradeAppeal', { id, text: 'From First Bank, see the picture.' }, ada.as);
  expect((await detail(id, ada.as)).appeal.asked).toBeNull();
  expect((await operator('decide-appeal', id, 'refund', '--reason', 'No proof.', '--by', 'grace')).code).toBe(0);
  await expect.poll(async () => (await detail(id, ada.as)).order.state).toBe('cancelled');
});

it('a penalty goes from the losing merchant to the other side, once, and never more than is held', async () => {
  const id = await appealed();
  const { pool } = exchange().database;
  await pool.query('UPDATE balances SET locked = 50000000000 WHERE owner = $1 AND wallet = 2', [mei.id]);
  const deposit = await heldBy(mei);
  const before = await available(ada);
  expect((await operator('decide-appeal', id, 'release', '--penalty', '501', '--reason', 'x')).code).not.toBe(0);
  const decide = ['decide-appeal', id, 'release', '--penalty', '120.5', '--reason', 'The bank confirms it.'];
  expect((await operator(...decide, '--by', 'grace')).code).toBe(0);
  expect((await operator(...decide, '--by', 'grace')).said).toContain('was decided before');
  await expect.poll(async () => (await detail(id, ada.as)).order.state).toBe('completed');
  expect((await detail(id, mei.as)).appeal).toMatchObject({ penalty: '120.5', asked: null });
  expect(Number((await heldBy(mei)).held)).toBe(Number(deposit.held) - 120.5);
  expect(await available(ada)).toBe(before + 20 + 120.5);
  // One unit more or less in what it cost is found; the deposit itself is no more than said here.
  const audited = { database: exchange().database, parts: auditParts(systemClock), clock: systemClock };
  const ofOrders = async () =>
    (await findingsNow(audited, 'full')).filter((text) => text.startsWith(`fiat order ${id} took something else`));
  for (const by of [0, 1, -2, 1]) {
    const { rows } = await pool.query<{ right: boolean }>(
      'UPDATE fiat_orders SET penalty = penalty + $2 WHERE id = $1 RETURNING penalty = 12050000000 AS right',
      [id, by],
    );
    expect(await ofOrders()).toHaveLength(rows[0]?.right === true ? 0 : 1);
  }
});

it('a side without a deposit loses nothing but the order', async () => {
  const id = await appealed();
  const before = await available(mei);
  const decide = ['decide-appeal', id, 'refund', '--penalty', '50', '--reason', 'Paid from another name.'];
  expect((await operator(...decide, '--by', 'grace')).code).toBe(0);
  await expect.poll(async () => (await detail(id, ada.as)).order.state).toBe('cancelled');
  expect((await detail(id, ada.as)).appeal.penalty).toBeNull();
  expect(await available(mei)).toBe(before);
});

it('refuses what is not an appeal, and words it does not know', async () => {
  expect((await operator('ask-appeal', '999999', 'buyer', '--reason', 'Well?')).said).toContain('not under appeal');
  expect((await operator('ask-appeal', '1', 'both', '--reason', 'Well?')).said).toContain('Say buyer or seller');
  expect((await operator('decide-appeal', '1', 'release', '--penalty', 'all', '--reason', 'x')).said).toContain(
    '--penalty takes an amount',
  );
});
