import type { Console } from './console.ts';
import type { Duty } from './duty.ts';
import { newTag, tradedPairs } from './person.ts';

const isInEffect = (said: string | undefined) => said?.includes('In effect.') === true;

/** Halts a pair for some seconds, in which it takes no order. */
async function haltForAWhile(console: Console, pair: string): Promise<void> {
  const halted = await console.sign('list', 'halt', pair);
  const end = isInEffect(halted?.said) ? console.noteClosed(pair) : null;
  await console.wait(4_000 + console.draws.next() * 4_000);
  end?.();
  await console.signUntilSo(/cannot become open/, 'list', 'open', pair);
}

/** Halts pairs and opens them again. */
export const halter: Duty = {
  name: 'halter',
  pauseMostMs: 16_000,
  live: (console) => haltForAWhile(console, console.draws.oneOf(tradedPairs)),
};

const pairTerms =
  '--price-decimals 4 --amount-decimals 2 --max-amount 100000 --min-total 5 --maker-fee 0.0008 --taker-fee 0.001 --reference-price 1.25';

/** Lists a coin with its pair. */
async function list(console: Console, coin: string): Promise<void> {
  const words = (text: string) => text.split(' ');
  const isSo = /is listed/;
  const described = words('--scale 6 --display 2 --faucet 1000');
  await console.signUntilSo(isSo, 'list', 'add', 'coin', coin, '--name', 'Newcomer', ...described);
  await console.signUntilSo(isSo, 'list', 'add', 'pair', coin, 'USDT', ...words(pairTerms), '--tags', newTag);
}

/** Announces the end of a pair, which comes within seconds; orders are cancelled before it or at it. */
async function delist(console: Console, pair: string): Promise<void> {
  const cancelsInMs = 2_500 + console.draws.next() * 2_500;
  const closesInMs = cancelsInMs + console.draws.oneOf([0, 2_000, 4_000]);
  for (;;) {
    const times = [console.timeIn(cancelsInMs), console.timeIn(closesInMs)];
    const outcome = await console.sign('list', 'delist', pair, ...times);
    // It takes no order until it is gone, and after.
    if (isInEffect(outcome?.said)) console.noteClosed(pair);
    if (outcome?.code === 0 || /is clos/.test(outcome?.said ?? '')) break;
    await console.wait(2_000);
  }
  await console.wait(closesInMs + 3_000);
}

/** Lists a new coin, lets people trade it for a while, in which it may be halted, and delists it also when they have gone. */
export function lister(): Duty {
  let listed = 0;
  return {
    name: 'lister',
    pauseMostMs: 1_000,
    async live(console) {
      const { draws } = console;
      listed += 1;
      const pair = `NEW${listed}USDT`;
      await list(console, `NEW${listed}`);
      await console.wait(4_000 + draws.next() * 4_000);
      if (!console.isOver && draws.happens(0.3)) await haltForAWhile(console, pair);
      await delist(console, pair);
    },
  };
}
