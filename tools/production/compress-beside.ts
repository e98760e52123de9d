/**
 * Compresses the built page beside the exchange that serves it, once that answers, at low priority: `npm start` forks it.
 */
import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { compressApp } from '../compress-app.ts';
import { isHealthy } from './ask-health.ts';

const askAgainMs = 250;

setPriority(constants.priority.PRIORITY_LOW);
// Whoever serves the page has ended.
process.on('disconnect', () => process.exit());
while (!(await isHealthy('/livez'))) await sleep(askAgainMs);
await compressApp(1);
if (process.connected) process.disconnect();
