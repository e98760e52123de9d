import { registerByEmail } from './accounts.ts';
import type { Kind } from './person.ts';
import { dayTrader } from './traders.ts';

/** Invites others, and takes what their trading brings, also twice and more than that. */
export const referrer: Kind = {
  name: 'referrer',
  share: 2,
  pauseMostMs: 10_000,
  register: registerByEmail,
  async live(phone) {
    const { data } = await phone.read('GET myearnings');
    const { list } = data as { readonly list: readonly { readonly asset: string; readonly held: string }[] };
    await phone.read('GET earningsInfo');
    const earned = list.find(({ held }) => Number(held) > 0);
    if (earned === undefined) await phone.act('POST myearnings', { asset: 'USDT', amount: '1' });
    else {
      const body = { asset: earned.asset, amount: earned.held };
      await Promise.all([phone.act('POST myearnings', body), phone.act('POST myearnings', body)]);
    }
  },
};

const lookAgainMs = 3_000;

/** Registers by the code of somebody who invites, and trades. */
export const teamMember: Kind = {
  name: 'team member',
  share: 6,
  pauseMostMs: 4_000,
  async register(phone) {
    while (phone.others('referrer').length === 0) await phone.wait(lookAgainMs);
    await registerByEmail(phone, phone.draws.oneOf(phone.others('referrer')).invitationCode);
  },
  live: dayTrader.live,
};

/** Subscribes to new coins. */
export const subscriber: Kind = {
  name: 'subscriber',
  share: 4,
  pauseMostMs: 15_000,
  async live(phone) {
    const { data } = await phone.read('GET common/teManagementList');
    const { list } = data as { readonly list: readonly { readonly id: string; readonly pieceCost: string }[] };
    if (list.length === 0) return;
    const { id, pieceCost } = phone.draws.oneOf(list);
    const amount = Number((Number(pieceCost) * phone.draws.oneOf([1, 20, 137, 500, 1_000])).toFixed(8));
    await phone.act('POST teManagementOrderAdd', { project: id, amount: String(amount) });
  },
};
