import names from './position-lines.module.css';
import type { PriceLayout } from '../price-layout.ts';
import type { CssPx } from '../px.ts';

/** An element of the layer, by the name of its class. */
export function makeElement(name: string): HTMLElement {
  const made = document.createElement('div');
  made.className = names[name] ?? '';
  return made;
}

export function setAttribute(element: HTMLElement, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

export function shift(element: HTMLElement, x: CssPx, y: CssPx): void {
  setTransform(element, `translate(${x}px, ${y.toFixed(1)}px)`);
}

/** What was written last is remembered: reading a style back costs more. */
const transforms = new WeakMap<HTMLElement, string>();
const widths = new WeakMap<HTMLElement, CssPx>();

export function setTransform(element: HTMLElement, transform: string): void {
  if (transforms.get(element) === transform) return;
  transforms.set(element, transform);
  element.style.transform = transform;
}

export function setWidth(element: HTMLElement, width: CssPx): void {
  if (widths.get(element) === width) return;
  widths.set(element, width);
  element.style.width = `${width}px`;
}

/** Whether nothing that is drawn here would move: the last price counts by whole pixels. */
export function sameLayout(a: PriceLayout, b: PriceLayout): boolean {
  return (
    a.filled === b.filled &&
    a.top === b.top &&
    a.bottom === b.bottom &&
    a.right === b.right &&
    a.axis === b.axis &&
    a.max === b.max &&
    a.perUnit === b.perUnit &&
    Math.round(a.last) === Math.round(b.last) &&
    a.labels.length === b.labels.length &&
    a.labels.every((height, index) => height === b.labels[index])
  );
}
