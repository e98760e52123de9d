import { expect, it, onTestFinished } from 'vitest';
import { type Asked, takeTurns } from './taking-over.ts';

const sleep = (forMs: number) => new Promise((resolve) => setTimeout(resolve, forMs));

/** A worker, and how a page asks it for something; what that returns is called when it was answered. */
function openWorker(onRest: () => void = () => undefined) {
  let listen: Parameters<Asked['addEventListener']>[1] = () => undefined;
  const channel = new BroadcastChannel('turns-of-tests');
  onTestFinished(() => channel.close());
  const turns = takeTurns({ addEventListener: (_type, listener) => (listen = listener) }, onRest, channel);
  const ask = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    listen({ handled: promise });
    return resolve;
  };
  return { ...turns, ask };
}

it('waits for nobody where no other worker runs', async () => {
  let rests = 0;
  await openWorker(() => (rests += 1)).othersFinish();
  expect(rests).toBe(0);
});

it('waits until all that pages asked for is done, and what follows from it', async () => {
  let rests = 0;
  const inCharge = openWorker(() => (rests += 1));
  const answer = inCharge.ask();
  let isFinished = false;
  const finished = openWorker()
    .othersFinish()
    .then(() => (isFinished = true));
  await expect.poll(() => rests).toBe(1);
  await sleep(500);
  const follows = inCharge.ask();
  answer();
  await sleep(500);
  expect(isFinished).toBe(false);
  follows();
  await finished;
});
