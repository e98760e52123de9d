import { describe, expect, it } from 'vitest';
import { allInTurn, recovering } from './recovering.ts';
import { Retries } from './retries.ts';

describe('recovering', () => {
  it('reloads before the step that follows a failed one, and only then', async () => {
    const done: string[] = [];
    const steps = recovering(async () => void done.push('load'));
    const fail = async () => {
      done.push('failed');
      throw new Error('lost');
    };
    const work = async () => void done.push('work');
    await steps.step(work);
    await expect(steps.step(fail)).rejects.toThrow('lost');
    await steps.step(work);
    await steps.step(work);
    steps.doubt();
    await steps.step(work);
    expect(done).toEqual(['work', 'failed', 'load', 'work', 'work', 'load', 'work']);
  });

  it('stays in doubt while loading fails too', async () => {
    let isAway = true;
    let worked = 0;
    const steps = recovering(async () => {
      if (isAway) throw new Error('away');
    });
    steps.doubt();
    for (let tries = 0; tries < 3; tries += 1) await expect(steps.step(async () => (worked += 1))).rejects.toThrow();
    isAway = false;
    await steps.step(async () => (worked += 1));
    expect(worked).toBe(1);
  });
});

describe('allInTurn', () => {
  it('continues after failures and reports all of them', async () => {
    const done: number[] = [];
    const works = [1, 2, 3, 4].map((nth) => async () => {
      if (nth % 2 === 0) throw new Error(`no ${nth}`);
      done.push(nth);
    });
    await expect(allInTurn(works, 'numbers')).rejects.toMatchObject({
      errors: [{ message: 'no 2' }, { message: 'no 4' }],
    });
    await expect(allInTurn(works.slice(0, 2), 'numbers')).rejects.toThrow('no 2');
    await allInTurn([], 'nothing');
    expect(done).toEqual([1, 3, 1]);
  });
});

describe('retries', () => {
  it('delays failed items longer each time, and never the others', async () => {
    let now = 0;
    const failures: string[] = [];
    const retries = new Retries<string>(
      () => now,
      (error, key) => failures.push(`${key} at ${now}: ${(error as Error).message}`),
    );
    const bad = () => Promise.reject(new Error('bad'));
    let good = 0;
    for (; now <= 8_000; now += 500) {
      await retries.attempt('bad', bad);
      expect(await retries.attempt('good', async () => (good += 1))).toBe(true);
    }
    expect(good).toBe(17);
    expect(failures).toEqual([0, 1_000, 3_000, 7_000].map((at) => `bad at ${at}: bad`));
    expect(retries.failing).toEqual({ count: 1, since: 0 });
  });

  it('waits a minute at most, and resets after a success', async () => {
    let now = 0;
    let tried = 0;
    let isBad = true;
    const retries = new Retries<number>(
      () => now,
      () => undefined,
    );
    const work = async () => {
      tried += 1;
      if (isBad) throw new Error('bad');
    };
    for (; now < 3_600_000; now += 1_000) await retries.attempt(7, work);
    expect(tried).toBeGreaterThan(60);
    isBad = false;
    now += 60_000;
    expect(await retries.attempt(7, work)).toBe(true);
    expect(retries.failing).toEqual({ count: 0, since: null });
    isBad = true;
    await retries.attempt(7, work);
    now += 1_000;
    expect(retries.isWaiting(7)).toBe(false);
  });
});
