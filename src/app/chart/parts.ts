/** An element of what lies over a plot; readers of the screen hear of it otherwise. */
export function makePart(className: string | undefined, parent?: HTMLElement): HTMLElement {
  const part = document.createElement('div');
  part.className = className ?? '';
  part.ariaHidden = 'true';
  parent?.append(part);
  return part;
}
