import type { Duty } from './duty.ts';
import { halter, lister } from './listing-operators.ts';

/** Decides appeals late and by the toss of a coin, so that every second is wrong, and finds that nobody decides again. */
const arbiter: Duty = {
  name: 'arbiter',
  pauseMostMs: 12_000,
  async live(console) {
    const { draws } = console;
    const listed = await console.run('appeals');
    const open = [...(listed?.said ?? '').matchAll(/^#(\d+) .* appealed by /gm)].map(([, id = '']) => id);
    if (open.length === 0) return;
    const order = draws.oneOf(open);
    await console.run('appeal', order);
    if (draws.happens(0.3)) await console.sign('ask-appeal', order, draws.oneOf(['buyer', 'seller']));
    await console.wait(draws.next() * 10_000);
    const outcomes = draws.happens(0.5) ? (['release', 'refund'] as const) : (['refund', 'release'] as const);
    const penalty = draws.happens(0.3) ? ['--penalty', '20.5'] : [];
    const decided = await console.sign('decide-appeal', order, outcomes[0], ...penalty);
    const again = await console.sign('decide-appeal', order, outcomes[1]);
    if (decided?.code === 0 && again?.code === 0) throw new Error(`appeal ${order} was decided twice`);
  },
};

const subjects = [
  ['coin', 'USDT'],
  ['coin', 'BTC'],
  ['area', 'spot'],
  ['area', 'p2p'],
  ['area', 'transfer'],
  ['withdrawals'],
] as const;

/** Stops a coin or an area, and lets it go on. */
const stopper: Duty = {
  name: 'stopper',
  pauseMostMs: 80_000,
  async live(console) {
    const { draws } = console;
    const subject = draws.oneOf(subjects);
    await console.sign('stop', ...subject);
    await console.wait(draws.next() * 8_000);
    await console.signUntilSo(/is not stopped/, 'resume', ...subject);
  },
};

const products = ['spot', 'contracts', 'options', 'p2p', 'fixed-terms', 'mining', 'loans', 'robots'];

/** Switches a product off, and on again. */
const switcher: Duty = {
  name: 'switcher',
  pauseMostMs: 50_000,
  async live(console) {
    const { draws } = console;
    const product = draws.oneOf(products);
    await console.sign('switch', 'off', product);
    await console.wait(draws.next() * 15_000);
    await console.signUntilSo(/unchanged/, 'switch', 'on', product);
  },
};

/** Disables an account, and enables it again; of a merchant now and then only the trading. */
const guard: Duty = {
  name: 'guard',
  pauseMostMs: 40_000,
  async live(console) {
    const { draws, people } = console;
    // Who cannot log in again would never be heard of.
    const known = people.filter(({ id, logIn }) => id !== '' && logIn !== null);
    if (known.length === 0) return;
    // Mostly of those whom others trade with.
    const merchants = known.filter(({ name }) => /merchant|releasing/.test(name));
    const { id } = draws.oneOf(merchants.length > 0 && draws.happens(0.6) ? merchants : known);
    const [off, on, isSo] = draws.happens(0.5)
      ? (['disable-account', 'enable-account', /is not disabled/] as const)
      : (['suspend-merchant', 'resume-merchant', /is not suspended/] as const);
    await console.sign(off, id);
    await console.wait(draws.next() * 12_000);
    await console.signUntilSo(isSo, on, id);
  },
};

/** Sells a coin by subscription, to whoever comes first or to all in proportion. */
const issuer: Duty = {
  name: 'issuer',
  pauseMostMs: 60_000,
  async live(console) {
    const { draws } = console;
    const coin = draws.oneOf(['SEI', 'SUI']);
    await console.sign('launchpad', 'receive', coin, '1000');
    const times = [console.timeIn(8_000), console.timeIn(45_000)];
    const bounds = ['--issuance', '1000', '--price', '0.5', '--minimum', '5', '--maximum', '400'];
    await console.sign('launchpad', 'announce', coin, draws.oneOf(['first-come', 'pro-rata']), ...times, ...bounds);
    await console.wait(60_000);
  },
};

/** Refuses a withdrawal that waits for its review, before the policy of practice approves it. */
const reviewer: Duty = {
  name: 'reviewer',
  pauseMostMs: 8_000,
  async live(console) {
    const listed = await console.run('reviews', '--kind', 'withdrawal');
    const open = [...(listed?.said ?? '').matchAll(/^#(\d+) /gm)].map(([, id = '']) => id);
    if (open.length > 0) await console.sign('refuse', console.draws.oneOf(open));
  },
};

/** Everybody who works at the exchange. */
export const duties: readonly Duty[] = [arbiter, reviewer, stopper, switcher, guard, issuer, halter, lister()];
