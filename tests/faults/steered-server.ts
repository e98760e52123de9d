import { readFileSync } from 'node:fs';
import { runServer } from '#server/main/run-server.ts';
import { steeredPrices } from '../steered-exchange.ts';

/** An exchange in a process of its own whose index follows a file: ticks by pair, as in `{ "BTCUSDT": 600000 }`. */
const followEveryMs = 10;
const steering = process.env['STEERING'];
if (steering === undefined) throw new Error('STEERING names no file');

const prices = steeredPrices();
follow(steering);
setInterval(follow, followEveryMs, steering).unref();
await runServer(null, prices.open);

function follow(file: string): void {
  const ticks = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, number>>;
  for (const [pair, at] of Object.entries(ticks)) prices.steer(pair, at);
}
