/** Beyond it the user has zoomed in with two fingers, which makes the visual viewport smaller too. */
const zoomedScale = 1.05;

/**
 * Keeps what a layer over the whole screen shows above the on-screen keyboard. iOS makes only the visual viewport
 * smaller, never the page, so that what sticks to the lower edge, such as the action of a sheet, would be covered.
 *
 * @returns stops it
 */
export function keepAboveKeyboard(layer: HTMLElement): () => void {
  const visual = globalThis.visualViewport;
  // Browsers before 2021 have none, and resize the page.
  if (visual === null || visual === undefined) return () => undefined;
  const fit = () => {
    const { top, bottom } = layer.getBoundingClientRect();
    const covered = visual.scale > zoomedScale ? 0 : Math.max(0, bottom - visual.offsetTop - visual.height);
    // iOS also moves the visible part down, to the field that has the focus.
    const above = Math.max(0, visual.offsetTop - top);
    const isCovered = covered >= 1;
    layer.style.paddingBlock = isCovered ? `${above}px ${covered}px` : '';
    layer.toggleAttribute('data-keyboard', isCovered);
    const focused = document.activeElement;
    if (isCovered && focused !== null && layer.contains(focused)) focused.scrollIntoView({ block: 'nearest' });
  };
  visual.addEventListener('resize', fit);
  visual.addEventListener('scroll', fit);
  fit();
  return () => {
    visual.removeEventListener('resize', fit);
    visual.removeEventListener('scroll', fit);
  };
}
