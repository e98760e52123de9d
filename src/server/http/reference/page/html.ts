/** A piece of a page whose texts are escaped. */
export interface Html {
  readonly html: string;
}

type Part = string | number | Html | null | readonly Part[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function write(part: Part): string {
  if (part === null) return '';
  if (typeof part === 'string') return part.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
  if (typeof part === 'number') return String(part);
  return 'html' in part ? part.html : part.map(write).join('');
}

/** A template whose values are escaped, unless they are pieces themselves; null leaves nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: strings.map((text, index) => text + write(parts[index] ?? null)).join('') };
}

/** A line of Markdown: text with code between backticks. */
export function inline(text: string): Html {
  const pieces = text
    .split('`')
    .map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : html`${piece}`));
  return html`${pieces}`;
}

/** Markdown of paragraphs and lists, as the guide has it. */
export function blocks(text: string): Html {
  const rendered = text.split('\n\n').map((block) => {
    if (!block.startsWith('- ')) return html`<p>${inline(block)}</p>`;
    return html`<ul>
      ${block.split('\n').map((line) => html`<li>${inline(line.slice(2))}</li>`)}
    </ul>`;
  });
  return html`${rendered}`;
}

/** The id of a part of the page. */
export function anchor(kind: string, name: string): string {
  return `${kind}-${name.replaceAll(/[^\w]+/g, '-').replaceAll(/^-|-$/g, '')}`.toLowerCase();
}
