/**
 * The cover of the page: nothing of it is seen, read out or reached while it lies there. The script of index.html lays it
 * at launch, before anything is drawn, when the user switched unlock on.
 */
const attribute = 'data-locked';

export function isPageCovered(): boolean {
  return document.documentElement.hasAttribute(attribute);
}

export function coverPage(): void {
  document.documentElement.setAttribute(attribute, '');
}

export function uncoverPage(): void {
  document.documentElement.removeAttribute(attribute);
}
