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
  pauseMostMs: 3_000,
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
