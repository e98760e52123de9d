import { pino } from 'pino';
import { expect, it } from 'vitest';
import { repeat } from './repeating.ts';
import { createTroubles } from './troubles.ts';

it('continues after failures, logs the first one and the recovery, and is in trouble between them', async () => {
  const lines: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line) => void lines.push(String(JSON.parse(line).msg)) });
  const troubles = createTroubles(() => 7);
  let runs = 0;
  const repeating = repeat(
    logger,
    'something',
    1,
    async () => {
      runs += 1;
      if (runs > 2 && runs <= 200) throw new Error('away');
    },
    troubles,
  );
  await expect.poll(() => troubles.list()[0]?.times).toBeGreaterThan(0);
  expect(troubles.list()).toMatchObject([{ part: 'something', since: 7 }]);
  await expect.poll(() => runs).toBeGreaterThan(202);
  await repeating.close();
  expect(troubles.list()).toEqual([]);
  expect(lines).toEqual(['repeated work failed', 'repeated work recovered']);
});
