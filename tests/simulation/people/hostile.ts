import { isDeepStrictEqual } from 'node:util';
import { codes } from '#protocol/core/codes.ts';
import type { Kind } from './person.ts';
import { isDone, type Phone } from './phone.ts';

/**
 * Sends each request again and again: under the same key, at once and later, from two phones, and under the same key with
 * another content.
 */
export const repeater: Kind = {
  name: 'repeater',
  share: 5,
  pauseMostMs: 9_000,
  async live(phone) {
    const body = { asset: 'USDT', from: 'spot', to: 'fiat', amount: phone.draws.oneOf(['1', '2.5', '7']) };
    const key = phone.newKey();
    const [first, second] = await Promise.all([
      phone.repeat('POST transfer', body, key),
      phone.repeat('POST transfer', body, key),
    ]);
    // What was refused while operators stopped it may be done when it comes again.
    const isStopped = [first, second].some(({ code }) => code === codes.notYetOpen);
    if (!isStopped && !isDeepStrictEqual(first, second))
      throw new Error(`${phone.name}: two answers under one key: ${JSON.stringify([first, second])}`);
    const other = await phone.repeat('POST transfer', { ...body, amount: '999' }, key);
    if (isDone(first) && other.code !== codes.alreadyProcessed)
      throw new Error(`${phone.name}: another content under the same key was answered ${other.code}`);
    await moveBack(phone, body);
  },
};

/** What was moved goes back, so that there is something to move again. */
async function moveBack(phone: Phone, body: { readonly amount: string }): Promise<void> {
  await phone.act('POST transfer', { ...body, from: 'fiat', to: 'spot' });
}

type Made = (data: unknown) => string | undefined;

const idOf: Made = (data) => (data as { readonly id?: string }).id;
const idIn =
  (name: string): Made =>
  (data) =>
    (data as Readonly<Record<string, { readonly id?: string } | null>>)[name]?.id;

/** What somebody made, where its id is in the answer, and what could be done to it. */
const thefts = [
  ['POST currency', idIn('order'), 'POST cancelCurrency', (id: string) => ({ id })],
  ['POST contract', idIn('order'), 'POST cancelContract', (id: string) => ({ id })],
  ['POST contract', idIn('position'), 'POST outContract', (id: string) => ({ id, lots: 1 })],
  ['POST quant/create', idIn('robot'), 'POST quant/redeem', (id: string) => ({ id, coins: 'sell' })],
  ['POST finPeriodicOrderAdd', idOf, 'DELETE finPeriodicMyOrderList', (id: string) => ({ id })],
  ['POST tradeBuy', idOf, 'POST tradeCancel', (id: string) => ({ id, notPaid: true, confirmed: true })],
  ['POST loan/add', idIn('loan'), 'POST coinLoan', (loan: string) => ({ act: 'top-up', loan, amount: '0.001' })],
] as const;

/** Tries to end what others have. */
export const intruder: Kind = {
  name: 'intruder',
  share: 5,
  pauseMostMs: 3_000,
  async live(phone) {
    const [made, nameOf, call, bodyOf] = phone.draws.oneOf(thefts);
    const ids = phone.doneByOthers(made).flatMap((data) => nameOf(data) ?? []);
    if (ids.length === 0) return;
    // The newest has most likely not ended.
    const id = ids.at(-1 - phone.draws.below(Math.min(3, ids.length))) as string;
    const { code } = await phone.act(call, bodyOf(id));
    if (code === codes.success) throw new Error(`${phone.name}: ${call} of what ${id} is was done for somebody else`);
  },
};
