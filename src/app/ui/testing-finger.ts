import { cdp, type Locator } from 'vitest/browser';

/** What a test needs of the browser's own protocol: touches that scroll, as no synthetic event does. */
interface Touches {
  send(
    method: 'Input.dispatchTouchEvent',
    touch: { type: string; touchPoints: readonly { x: number; y: number }[] },
  ): Promise<unknown>;
}

/** A finger on the screen. */
interface Finger {
  /** Moves it by so many CSS pixels, in small steps. */
  readonly move: (byX: number, byY: number) => Promise<void>;
  readonly lift: () => Promise<void>;
}

const steps = 6;

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** Puts a finger on the middle of an element, or on a share of its width. */
export async function fingerOn(target: Locator, atShare = 0.5): Promise<Finger> {
  const session = cdp() as unknown as Touches;
  const element = target.element();
  const { left, top, width, height } = element.getBoundingClientRect();
  // The tests run in a frame of the page: touches are given in the page's own pixels.
  const frame = globalThis.frameElement?.getBoundingClientRect() ?? new DOMRect();
  const scale = frame.width === 0 ? 1 : frame.width / innerWidth;
  let x = frame.left + (left + width * atShare) * scale;
  let y = frame.top + (top + height / 2) * scale;
  const touch = (type: string, lifted = false) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: lifted ? [] : [{ x, y }] });
  await touch('touchStart');
  return {
    async move(byX, byY) {
      for (let step = 0; step < steps; step += 1) {
        x += (byX / steps) * scale;
        y += (byY / steps) * scale;
        await touch('touchMove');
        await pause(20);
      }
    },
    async lift() {
      await touch('touchEnd', true);
      await pause(50);
    },
  };
}
