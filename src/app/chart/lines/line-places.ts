import type { CssPx } from '../px.ts';

/** Heights are from the top of a chart. */

/**
 * Pushes heights apart so that none is nearer to the next than `gap`, in their order and within bounds, and moves them no
 * further than that takes. What does not fit stays at the lower bound.
 */
export function pushedApart(heights: readonly CssPx[], gap: CssPx, top: CssPx, bottom: CssPx): CssPx[] {
  const order = [...heights.keys()].toSorted((a, b) => heights[a]! - heights[b]!);
  const placed = heights.map((height) => Math.min(bottom, Math.max(top, height)));
  let least = top;
  for (const at of order) {
    placed[at] = Math.max(placed[at]!, least);
    least = placed[at] + gap;
  }
  let most = bottom;
  for (const at of order.toReversed()) {
    placed[at] = Math.min(placed[at]!, most);
    most = placed[at] - gap;
  }
  return placed;
}

/** Which tags may be shown: one after the other, unless it would come nearer than `gap` to one that is, or to `taken`. */
export function tagsWithRoom(heights: readonly CssPx[], gap: CssPx, taken: readonly CssPx[]): boolean[] {
  const there = [...taken];
  return heights.map((height) => {
    if (there.some((other) => Math.abs(other - height) < gap)) return false;
    there.push(height);
    return true;
  });
}
