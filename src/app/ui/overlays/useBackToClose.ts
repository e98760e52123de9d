import { useEffect, useRef } from 'react';

/** Key in `history.state` that counts the open layers; every other key is the router's and is preserved. */
const marker = 'dunlinLayers';

interface Layer {
  href: string;
  close: () => void;
  /** It was closed, or its page is gone. */
  gone: boolean;
}

/** How long a layer may take to close after it was asked to. */
const closeMs = 100;

/** Open layers, the topmost last. */
const layers: Layer[] = [];
let listening = false;
let backing = false;
/** What waits until no layer has an entry any more. */
let waiting: (() => void)[] = [];

function layersInHistory(): number {
  const state: unknown = globalThis.history.state;
  const count = state !== null && typeof state === 'object' ? (state as Record<string, unknown>)[marker] : 0;
  return typeof count === 'number' ? count : 0;
}

/**
 * Runs before the router's own listener. Steps between layer entries of one address are none of the router's
 * business, so they end here; steps to another address go on to it.
 */
function onPop(event: PopStateEvent): void {
  const recorded = layersInHistory();
  const top = layers.at(-1);
  const wasBacking = backing;
  backing = false;
  if (wasBacking) {
    // A step of our own. A layer that opened while it was on its way gets its entry now; one that closed loses it.
    event.stopImmediatePropagation();
    pushLayers();
    dropStaleEntries();
    runWaiting();
    return;
  }
  if (recorded < layers.length && top) {
    if (top.href === globalThis.location.href) event.stopImmediatePropagation();
    const asked = layers.splice(recorded);
    for (const layer of asked.toReversed()) layer.close();
    setTimeout(() => keepRefused(asked), closeMs);
    return;
  }
  dropStaleEntries();
}

/**
 * Gives a layer that did not close its entry again, as one that sends money: the next step back must not leave the
 * page.
 */
function keepRefused(asked: readonly Layer[]): void {
  const open = asked.filter((layer) => !layer.gone && layer.href === globalThis.location.href);
  if (open.length === 0) return;
  layers.unshift(...open);
  if (!backing) pushLayers();
}

/** Leaves entries of layers that are no longer open, one step at a time through `onPop`. */
function dropStaleEntries(): void {
  // A step on its way is not in the history yet: counted again, it would lead past the page.
  if (backing) return;
  const extra = layersInHistory() - layers.length;
  if (extra <= 0) {
    runWaiting();
    return;
  }
  backing = true;
  globalThis.history.go(-extra);
}

function runWaiting(): void {
  if (backing || layersInHistory() > 0) return;
  const ready = waiting;
  waiting = [];
  for (const run of ready) run();
}

/**
 * Runs something that changes the address of this page once no layer has an entry above it: an address that is replaced
 * before would stay behind in the page’s own entry. Dropped when the address changes first.
 */
export function onceLayersAreGone(run: () => void): void {
  const { href } = globalThis.location;
  waiting.push(() => {
    if (globalThis.location.href === href) run();
  });
  runWaiting();
}

/** One entry per open layer, by the browser's own method: the router wraps `pushState`, and a layer is no page. */
function pushLayers(): void {
  for (let count = layersInHistory() + 1; count <= layers.length; count += 1) {
    const state: unknown = globalThis.history.state;
    const kept = state !== null && typeof state === 'object' ? state : {};
    History.prototype.pushState.call(globalThis.history, { ...kept, [marker]: count }, '');
  }
}

/**
 * While `open`, going back closes the topmost layer and leaves the page where it is. Closing it another way takes
 * its history entry away again, unless the page has moved on in the same turn.
 */
export function useBackToClose(open: boolean, onClose: () => void): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  }, [onClose]);
  useEffect(() => {
    if (!open) return;
    if (!listening) {
      globalThis.addEventListener('popstate', onPop, { capture: true });
      listening = true;
    }
    const layer: Layer = { href: globalThis.location.href, close: () => close.current(), gone: false };
    layers.push(layer);
    if (!backing) pushLayers();
    return () => {
      layer.gone = true;
      const index = layers.indexOf(layer);
      if (index >= 0) layers.splice(index, 1);
      setTimeout(dropStaleEntries, 0);
    };
  }, [open]);
}
