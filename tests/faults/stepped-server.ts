import { readFileSync } from 'node:fs';

/** An exchange in a process of its own whose host's clock is set by a file: milliseconds ahead, or back. */
const followEveryMs = 20;
const file = process.env['CLOCK_FILE'];
if (file === undefined) throw new Error('CLOCK_FILE names no file');

let aheadMs = 0;
const now = Date.now.bind(Date);
Date.now = () => now() + aheadMs;
follow(file);
setInterval(follow, followEveryMs, file).unref();

// Imported behind the change, so that nothing of the exchange keeps the clock as it was.
const { runServer } = await import('#server/main/run-server.ts');
await runServer(null);

function follow(path: string): void {
  aheadMs = Number(readFileSync(path, 'utf8'));
}
