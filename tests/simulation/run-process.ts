// The true timers are taken before anything is replaced.
import './real.ts';
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import type { RunPlan } from './run.ts';

/** A run in a process of its own, whose clock, timers and randomness are those of the run. */
const [[plan, file]] = (await once(process, 'message')) as [[RunPlan, string | null]];
const out = file === null ? null : createWriteStream(file);
const { simulate } = await import('./run.ts');
const report = await simulate(plan, out === null ? null : (line) => void out.write(`${line}\n`));
out?.end();
process.send?.(report, () => process.exit());
