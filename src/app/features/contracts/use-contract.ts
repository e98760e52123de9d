import { useCallback, useSyncExternalStore } from 'react';
import type { ContractView } from '#protocol/contracts/entities.ts';
import { stream } from '#app/platform/stream/stream.ts';

type ContractTopic = `contract:${string}`;
type Subscribe = (topic: ContractTopic, cell: () => void) => () => void;

const atOnce: Subscribe = (topic, cell) => stream.subscribe(topic, cell);

interface LaterCells {
  readonly cells: Set<() => void>;
  readonly end: () => void;
}

const later = new Map<ContractTopic, LaterCells>();

/**
 * As `stream.subscribe`, but notified a frame after the others, all together: prices and positions first, then the book
 * and what the form comes to. In one frame it would be one long task on a slow phone.
 */
export const subscribeLater: Subscribe = (topic, cell) => {
  const held = later.get(topic) ?? followLater(topic);
  held.cells.add(cell);
  return () => {
    held.cells.delete(cell);
    if (held.cells.size > 0 || later.get(topic) !== held) return;
    later.delete(topic);
    held.end();
  };
};

function followLater(topic: ContractTopic): LaterCells {
  const cells = new Set<() => void>();
  let frame = 0;
  const report = () => {
    frame = 0;
    for (const cell of cells) cell();
  };
  const stop = stream.subscribe(topic, () => {
    if (frame === 0) frame = requestAnimationFrame(report);
  });
  const held = {
    cells,
    end() {
      stop();
      cancelAnimationFrame(frame);
    },
  };
  later.set(topic, held);
  return held;
}

/**
 * What a cell reads of a live contract, or null before the first snapshot; renders only when that changes.
 *
 * @param read gives the same text or object for the same view
 */
export function useContract<View>(
  contract: string,
  read: (view: ContractView) => View,
  subscribeTo: Subscribe = atOnce,
): View | null {
  const topic = `contract:${contract}` as const;
  const subscribe = useCallback((cell: () => void) => subscribeTo(topic, cell), [topic, subscribeTo]);
  return useSyncExternalStore(subscribe, () => {
    const view = stream.view<'contract'>(topic);
    return view === null ? null : read(view);
  });
}
