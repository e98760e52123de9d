/** The colours and the font a chart draws with, read from the design tokens of the element it stands in. */
export interface Palette {
  readonly background: string;
  readonly grid: string;
  readonly text1: string;
  readonly text2: string;
  readonly text3: string;
  readonly line: string;
  readonly up: string;
  readonly down: string;
  readonly upFill: string;
  readonly downFill: string;
  readonly upSoft: string;
  readonly downSoft: string;
  readonly onFill: string;
  /** Ground of the last price's tag while the price is old. */
  readonly idleFill: string;
  readonly crosshair: string;
  readonly accent: string;
  /** Indicator lines, first to third. */
  readonly lines: readonly [string, string, string];
  readonly fontFamily: string;
}

/** Reads the tokens as they are now: again after the theme, the up and down colours or the language changed. */
export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const token = (name: string, without: string) => style.getPropertyValue(name).trim() || without;
  return {
    background: token('--surface-0', 'Canvas'),
    grid: token('--grid', 'GrayText'),
    text1: token('--text-1', 'CanvasText'),
    text2: token('--text-2', 'CanvasText'),
    text3: token('--text-3', 'GrayText'),
    line: token('--line-1', 'GrayText'),
    up: token('--up', 'CanvasText'),
    down: token('--down', 'GrayText'),
    upFill: token('--up-fill', 'CanvasText'),
    downFill: token('--down-fill', 'GrayText'),
    upSoft: token('--up-soft', 'Canvas'),
    downSoft: token('--down-soft', 'Canvas'),
    onFill: token('--on-accent', 'Canvas'),
    idleFill: token('--surface-3', 'GrayText'),
    crosshair: token('--crosshair', 'CanvasText'),
    accent: token('--accent', 'Highlight'),
    lines: [token('--ma-1', 'CanvasText'), token('--ma-2', 'CanvasText'), token('--ma-3', 'CanvasText')],
    fontFamily: style.fontFamily || 'system-ui, sans-serif',
  };
}

/** A token's colour, which is `#rrggbb`, with a share of its strength. */
export function tinted(colour: string, share: number): string {
  return (
    colour +
    Math.round(share * 255)
      .toString(16)
      .padStart(2, '0')
  );
}

/** Calls back after a change of theme, up and down colours or language on the document; answers how to stop. */
export function watchPalette(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-theme', 'data-updown', 'lang'],
  });
  return () => observer.disconnect();
}
