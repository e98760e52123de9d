import { setTimeout as sleep } from 'node:timers/promises';

const aimedForMs = 1_500;
const aimedWithinMs = 6;

/** Waits for a count in the store to change, so that a kill can be aimed at what changes it; not for ever. */
export async function untilCounted(count: () => Promise<unknown>): Promise<void> {
  const until = Date.now() + aimedForMs;
  const before = await count();
  while (Date.now() < until && (await count()) === before);
}

/** Some of the few milliseconds that go on after such a change. */
export async function amongWhatFollows(random: () => number): Promise<void> {
  await sleep(random() * aimedWithinMs);
}
