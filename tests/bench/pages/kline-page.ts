/// <reference types="vite/client" />
import '#app/ui/tokens.css';
import type { BenchCandle } from './kline-candles.ts';
import { makeCandles, makeTicks } from './kline-candles.ts';
import type { Range, Subject, SubjectName } from './kline-subjects.ts';
import { subjects } from './kline-subjects.ts';

/** The bench's interface of this page. Times are milliseconds of the main thread. */
export interface KlineBench {
  firstFrame(name: SubjectName, range: Range): Promise<number>;
  ticks(name: SubjectName, range: Range, count: number): Promise<number[]>;
  /** Leaves a chart standing, for a picture. */
  show(name: SubjectName, range: Range): Promise<void>;
}

const candleCount = 10_000;
const heightPx = 480;
const candles = makeCandles(candleCount);
const place = document.getElementById('place');
if (place === null) throw new Error('the page has no place for a chart');
const channel = new MessageChannel();

/** Resolves in a task after the frame that is being made has been painted, with what the frame took. */
function frame(): Promise<number> {
  const begun = performance.now();
  return new Promise((resolve) => {
    channel.port1.addEventListener('message', () => resolve(performance.now() - begun), { once: true });
    channel.port1.start();
    requestAnimationFrame(() => channel.port2.postMessage(null));
  });
}

/**
 * Main-thread time of `work` and of everything the following frames do because of it: callbacks, style,
 * layout, paint and the canvases' drawing. Waiting for the screen is not counted.
 */
async function cost(work: () => void, frames: number): Promise<number> {
  let frameBegun = 0;
  // Asked for before the work, so that it runs before the chart's own callback in the same frame.
  requestAnimationFrame(() => (frameBegun = performance.now()));
  const begun = performance.now();
  work();
  let total = performance.now() - begun;
  for (let count = 0; count < frames; count += 1) {
    if (count > 0) requestAnimationFrame(() => (frameBegun = performance.now()));
    await frame();
    total += performance.now() - frameBegun;
  }
  return total;
}

function makeElement(): HTMLElement {
  const element = document.createElement('div');
  element.style.cssText = `position: relative; height: ${heightPx}px; background: #111d2f; font-family: sans-serif`;
  place?.replaceChildren(element);
  return element;
}

async function idle(): Promise<void> {
  for (let count = 0; count < 3; count += 1) await frame();
}

async function stand(name: SubjectName, range: Range): Promise<Subject> {
  const element = makeElement();
  await idle();
  const subject = subjects[name](element, range);
  subject.setData(candles);
  await idle();
  await idle();
  return subject;
}

const bench: KlineBench = {
  async firstFrame(name, range) {
    const element = makeElement();
    await idle();
    let subject: Subject | undefined;
    const took = await cost(() => {
      subject = subjects[name](element, range);
      subject.setData(candles);
    }, 3);
    subject?.destroy();
    return took;
  },
  async ticks(name, range, count) {
    const subject = await stand(name, range);
    const ticks = makeTicks(candles.at(-1) as BenchCandle, count);
    const took: number[] = [];
    for (const tick of ticks) {
      // Two frames, so that what a chart puts off is seen too, less what two frames cost that draw nothing.
      const nothing = await cost(() => undefined, 2);
      took.push((await cost(() => subject.tick(tick), 2)) - nothing);
      await idle();
    }
    subject.destroy();
    return took;
  },
  async show(name, range) {
    await stand(name, range);
  },
};

declare global {
  interface Window {
    klineBench: KlineBench;
  }
}
window.klineBench = bench;
