import type { Page } from 'playwright';

/**
 * What is wrong with the layout of the page as it stands, as a reader would see it: text that is cut or covered by
 * other text, controls that lie over each other or out of reach, a page that scrolls sideways. Answers at most ten.
 *
 * What scrolls may hide its content, and names may end in an ellipsis where the whole is a tap away; figures may not.
 */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    interface Ink {
      readonly element: Element;
      readonly box: DOMRect;
      readonly text: string;
      /** The nearest ancestor that is taken out of the flow of the page: only what shares it can collide. */
      readonly layer: Element;
    }
    const faults: string[] = [];
    const app = document.querySelector('#app') ?? document.body;
    const width = document.documentElement.clientWidth;
    const slackPx = 1.5;

    const nameOf = (element: Element) => {
      const own = element.getAttribute('class') ?? '';
      return `${element.tagName.toLowerCase()}${own === '' ? '' : `.${own.split(' ')[0]}`}`;
    };
    const wordsOf = (element: Element) =>
      (element.getAttribute('aria-label') ?? element.textContent ?? '').replaceAll(/\s+/g, ' ').slice(0, 40);
    const styles = new Map<Element, CSSStyleDeclaration>();
    const styleOf = (element: Element) => {
      const known = styles.get(element);
      if (known !== undefined) return known;
      const style = getComputedStyle(element);
      styles.set(element, style);
      return style;
    };
    const ancestors = function* (element: Element) {
      for (let each: Element | null = element; each !== null && each !== app.parentElement; each = each.parentElement)
        yield each;
    };
    const isHidden = (element: Element) => {
      if (!element.checkVisibility()) return true;
      for (const each of ancestors(element)) {
        const style = styleOf(each);
        if (style.visibility === 'hidden' || style.opacity === '0') return true;
        if (style.clipPath !== 'none' || style.clip !== 'auto') return true;
      }
      return false;
    };
    const layerOf = (element: Element) => {
      for (const each of ancestors(element)) {
        const { position } = styleOf(each);
        if (position === 'fixed' || position === 'sticky') return each;
      }
      return app;
    };
    const intersection = (a: DOMRect, b: DOMRect) => ({
      x: Math.min(a.right, b.right) - Math.max(a.left, b.left),
      y: Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
    });

    /** What of a box can be seen, with what cuts it: what hides its overflow cuts for good, what scrolls does not. */
    const clipped = (element: Element, box: DOMRect): { box: DOMRect; cut: string | null } => {
      let { left, top, right, bottom } = box;
      let cut: string | null = null;
      let isScrolled = false;
      for (const each of ancestors(element)) {
        const style = styleOf(each);
        if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
        const port = each.getBoundingClientRect();
        const hides = (value: string) => value === 'hidden' || value === 'clip';
        const beyondX = port.left - left > slackPx || right - port.right > slackPx;
        const beyondY = port.top - top > slackPx || bottom - port.bottom > slackPx;
        const isName = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
        if (!isScrolled && beyondX && hides(style.overflowX)) cut ??= isName ? `…${nameOf(each)}` : nameOf(each);
        if (!isScrolled && beyondY && hides(style.overflowY)) cut ??= isName ? `…${nameOf(each)}` : nameOf(each);
        isScrolled ||= [style.overflowX, style.overflowY].some((value) => value === 'auto' || value === 'scroll');
        left = Math.max(left, port.left);
        top = Math.max(top, port.top);
        right = Math.min(right, port.right);
        bottom = Math.min(bottom, port.bottom);
      }
      return { box: new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top)), cut };
    };

    if (document.documentElement.scrollWidth > width + 1)
      faults.push(`the page is ${document.documentElement.scrollWidth} wide`);

    const inks: Ink[] = [];
    const range = document.createRange();
    const walker = document.createTreeWalker(app, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { currentNode: node } = walker;
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (element === null || text === '' || element.closest('option, script, style') !== null) continue;
      if (isHidden(element)) continue;
      if (text.length <= 80 && node.textContent === text) {
        // A word that a reader finds in two lines; what has figures in it, such as an address, may be.
        for (const { 0: word, index } of text.matchAll(/(?<![\p{L}\p{N}])\p{Lu}?\p{Ll}{2,13}(?=$|[\s.,])/gu)) {
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const [first, second] = range.getClientRects();
          if (first !== undefined && second !== undefined && second.top > first.top + first.height / 2)
            faults.push(`a word in two lines: ${nameOf(element)} "${word}"`);
        }
      }
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) {
        if (rect.width < 1 || rect.height < 1 || parseFloat(styleOf(element).fontSize) === 0) continue;
        // The letters stand in the middle of their line: above and below them is room for accents.
        const inset = rect.height * 0.22;
        const letters = new DOMRect(rect.left, rect.top + inset, rect.width, rect.height - 2 * inset);
        const { box, cut } = clipped(element, letters);
        if (cut !== null && (!cut.startsWith('…') || /^[−+≈\d.,%\s]+$/.test(text)))
          faults.push(`cut by ${cut}: ${nameOf(element)} "${text.slice(0, 40)}"`);
        if (box.width >= 1 && box.height >= 1) {
          if (box.right > width + slackPx || box.left < -slackPx)
            faults.push(`beyond the edge: ${nameOf(element)} "${text.slice(0, 40)}"`);
          inks.push({ element, box, text: text.slice(0, 30), layer: layerOf(element) });
        }
      }
    }
    for (const input of app.querySelectorAll<HTMLInputElement>(
      'input:not([type="range"], [type="checkbox"], [type="radio"])',
    )) {
      const shown = input.value === '' ? input.placeholder : input.value;
      if (!isHidden(input) && input.scrollWidth > input.clientWidth + slackPx && /\d/.test(shown))
        faults.push(`cut in its field: "${shown.slice(0, 40)}"`);
    }
    for (const icon of app.querySelectorAll('svg, img')) {
      const rect = icon.getBoundingClientRect();
      if (rect.width < 8 || rect.height < 8 || isHidden(icon)) continue;
      // A picture behind words is as wide as they are.
      if (rect.width > 64) continue;
      const { box } = clipped(icon, rect);
      if (box.width >= 1 && box.height >= 1)
        inks.push({ element: icon, box, text: wordsOf(icon.parentElement ?? icon), layer: layerOf(icon) });
    }
    for (const [nth, one] of inks.entries()) {
      for (const other of inks.slice(nth + 1)) {
        if (one.layer !== other.layer || one.element === other.element) continue;
        const { x, y } = intersection(one.box, other.box);
        if (x <= 2 || y <= 2) continue;
        if (one.element.contains(other.element) && one.element.tagName === 'svg') continue;
        if (one.element.closest('[data-overlaid]') !== other.element.closest('[data-overlaid]')) continue;
        faults.push(
          `"${one.text}" (${nameOf(one.element)}) and "${other.text}" (${nameOf(other.element)}) overlap by ${Math.round(x)} × ${Math.round(y)}`,
        );
      }
    }

    const controls = [...app.querySelectorAll('a[href], button, input, select, textarea, [role="slider"]')].filter(
      (each) => !isHidden(each),
    );
    const boxes = controls.flatMap((element) => {
      const rect = element.getBoundingClientRect();
      if (rect.width < 1 || rect.height < 1) return [];
      const { box, cut } = clipped(element, rect);
      if (cut !== null && (box.width < 24 || box.height < 24))
        faults.push(`out of reach in ${cut}: ${nameOf(element)} "${wordsOf(element)}"`);
      if (box.width < 1 || box.height < 1) return [];
      if (box.right > width + slackPx) faults.push(`out of reach: ${nameOf(element)} "${wordsOf(element)}"`);
      return [{ element, box, layer: layerOf(element) }];
    });
    // What lets a finger through covers nothing: of two ranges on one track the thumbs alone take hold.
    const held = boxes.filter(({ element }) => getComputedStyle(element).pointerEvents !== 'none');
    for (const [nth, one] of held.entries()) {
      for (const other of held.slice(nth + 1)) {
        if (one.layer !== other.layer) continue;
        if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
        const { x, y } = intersection(one.box, other.box);
        if (x <= 4 || y <= 4) continue;
        // A small control on a large one, as on a row that is a link: what it covers there is looked at above.
        const ratio = (one.box.width * one.box.height) / (other.box.width * other.box.height);
        if (ratio > 3 || ratio < 1 / 3) continue;
        faults.push(
          `${nameOf(one.element)} "${wordsOf(one.element)}" and ${nameOf(other.element)} "${wordsOf(other.element)}" lie over each other by ${Math.round(x)} × ${Math.round(y)}`,
        );
      }
    }

    // What stays while the page scrolls must leave room for the page.
    const fixed = [...app.querySelectorAll('header, footer, nav')]
      .filter((each) => ['fixed', 'sticky'].includes(styleOf(each).position))
      .map((each) => each.getBoundingClientRect().height);
    const taken = fixed.reduce((sum, height) => sum + height, 0);
    if (taken > innerHeight * 0.6) faults.push(`bars take ${Math.round(taken)} of ${innerHeight}`);
    return [...new Set(faults)].slice(0, 10);
  });
}
