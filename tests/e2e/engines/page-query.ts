/** Something on a page by its role and accessible name, or by a selector; by its text too where it has no name. */
export interface Target {
  readonly role?: 'article' | 'button' | 'link' | 'radio' | 'textbox';
  readonly selector?: string;
  /** A text is the whole name, a pattern a part of it. */
  readonly name?: string | RegExp;
}

/** A target as it travels to the page. */
export interface PageQuery {
  readonly selector: string;
  readonly pattern: string | null;
}

const selectors: Record<NonNullable<Target['role']>, string> = {
  article: 'article, [role="article"]',
  button: 'button, [role="button"]',
  link: 'a[href], [role="link"]',
  radio: 'input[type="radio"], [role="radio"]',
  textbox: 'input:not([type]), input[type="text"], input[type="email"], input[type="password"], textarea',
};

export function queryOf({ role, selector, name }: Target): PageQuery {
  const escaped = typeof name === 'string' ? `^${name.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)}$` : null;
  return {
    selector: selector ?? (role === undefined ? '*' : selectors[role]),
    pattern: name instanceof RegExp ? name.source : escaped,
  };
}

/** What a page answers of a target. */
export interface Found {
  /** Names of what there is of it. */
  readonly names: readonly string[];
  /** The middle of the first that a finger can reach, in CSS pixels of the viewport; null when nothing of it can be. */
  readonly at: { readonly x: number; readonly y: number } | null;
  /** What covers it, when there is something of it that cannot be reached. */
  readonly covered: string | null;
}

/**
 * Looks for a target in the page. It runs there, so it uses nothing of this file. What can be reached is what a tap at
 * its middle would hit: not hidden, not inert, not moving, under nothing else. Else it is scrolled into view, to be found next time.
 */
export function lookFor({ selector, pattern }: PageQuery): Found {
  const nameOf = (element: HTMLElement): string => {
    const labelled = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
    const labels = element instanceof HTMLInputElement ? (element.labels ?? []) : [];
    const textsOf = (parts: Iterable<Element | null>) => Array.from(parts, (part) => part?.textContent ?? '').join(' ');
    const text =
      textsOf(labelled.map((id) => document.querySelector(`#${CSS.escape(id)}`))) ||
      element.getAttribute('aria-label') ||
      textsOf(labels) ||
      // Lines of text keep apart what stands below each other; pictures have no such text.
      ('innerText' in element ? element.innerText : '');
    return text.replaceAll(/\s+/g, ' ').trim();
  };
  const wanted = pattern === null ? null : new RegExp(pattern, 'u');
  const named = [...document.querySelectorAll<HTMLElement>(selector)]
    .filter((element) => element.checkVisibility())
    .map((element) => ({ element, name: nameOf(element) }))
    .filter(({ name }) => wanted === null || wanted.test(name));
  const names = named.map(({ name }) => name);
  // A sheet that comes up is at one place for long where frames are slow.
  const moved = document
    .getAnimations()
    .filter((animation) => animation instanceof CSSTransition && animation.playState === 'running')
    .map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target : null));
  let covered: string | null = null;
  for (const { element } of named) {
    if (moved.some((part) => part?.contains(element) === true))
      return { names, at: null, covered: 'nothing, but moving' };
    const { left, top, width, height } = element.getBoundingClientRect();
    const at = { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
    const hit = document.elementFromPoint(at.x, at.y);
    if (hit !== null && (element.contains(hit) || hit.closest('label')?.control === element))
      return { names, at, covered };
    covered ??= hit === null ? 'it is out of sight' : `${hit.tagName} ${hit.className}`;
  }
  named[0]?.element.scrollIntoView({ block: 'center', behavior: 'instant' });
  return { names, at: null, covered };
}
