/** An element whose text and class are written only when they change: most ticks change few of a chart's figures. */
export interface TextCell {
  readonly element: HTMLElement;
  set(text: string, className: string): void;
}

export function createTextCell(parent: HTMLElement, tag: 'div' | 'span' = 'span'): TextCell {
  const element = document.createElement(tag);
  const content = document.createTextNode('');
  element.append(content);
  parent.append(element);
  let shownText = '';
  let shownClass = '';
  return {
    element,
    set(text, className) {
      if (text !== shownText) content.data = shownText = text;
      if (className !== shownClass) element.className = shownClass = className;
    },
  };
}

/** A titled figure of a legend. */
export interface Word {
  readonly title: string;
  readonly text: string;
  readonly className: string;
}

/** A row of figures; rows of the same length reuse their elements. */
export interface WordRow {
  readonly element: HTMLElement;
  set(words: readonly Word[]): void;
}

export function createWordRow(parent: HTMLElement, names: { row: string; word: string; title: string }): WordRow {
  const element = document.createElement('div');
  element.className = names.row;
  parent.append(element);
  const cells: { title: TextCell; text: TextCell; word: HTMLElement }[] = [];
  return {
    element,
    set(words) {
      if (cells.length > words.length) {
        cells.length = 0;
        element.replaceChildren();
      }
      for (const [at, { title, text, className }] of words.entries()) {
        const cell = (cells[at] ??= addWord(element, names.word));
        cell.title.set(title, names.title);
        cell.text.set(text, className);
      }
    },
  };
}

function addWord(parent: HTMLElement, className: string) {
  const word = document.createElement('span');
  word.className = className;
  // The space is where a row may wrap.
  parent.append(word, ' ');
  return { word, title: createTextCell(word), text: createTextCell(word) };
}

/** Shows or hides an element, and leaves it alone when that is how it is: writing an attribute costs a style pass. */
export function setHidden(element: HTMLElement, hidden: boolean): void {
  if (element.hidden !== hidden) element.hidden = hidden;
}

/** Moves an absolutely placed element from the top left corner of its chart, CSS pixels. */
export function moveTo(element: HTMLElement, leftPx: number, topPx: number): void {
  const transform = `translate(${leftPx}px, ${topPx}px)`;
  if (element.style.transform !== transform) element.style.transform = transform;
}
