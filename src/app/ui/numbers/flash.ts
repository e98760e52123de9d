import { type Direction, directionName } from './direction.ts';

/** How long a cell keeps its tint, in milliseconds: `--dur-3` of the visual language. */
const flashMs = 250;
/** Flashes that began within one frame of each other end together. */
const frameMs = 16;

/** When the flash of each cell ends. All last equally long, so those that began first are first and end first. */
const ends = new Map<HTMLElement, number>();
let isTimed = false;

/**
 * Tints an element in the direction of a change for 250 ms. Its style sheet draws the tint by `data-flash`, without a
 * transition: the page is painted twice for a flash, not in each frame of it. One timer serves all cells.
 */
export function flashCell(element: HTMLElement, direction: Exclude<Direction, 0>): void {
  element.dataset['flash'] = directionName(direction);
  ends.delete(element);
  ends.set(element, performance.now() + flashMs);
  if (!isTimed) waitForEnd(flashMs);
}

function waitForEnd(delayMs: number): void {
  isTimed = true;
  setTimeout(endFlashes, delayMs);
}

function endFlashes(): void {
  isTimed = false;
  const now = performance.now();
  for (const [element, end] of ends) {
    if (end - now > frameMs) return waitForEnd(end - now);
    ends.delete(element);
    delete element.dataset['flash'];
  }
}
