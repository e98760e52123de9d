import type { Block } from '#protocol/content/entities.ts';
import type { ArticleText } from './markdown.ts';

/** Characters with a meaning in Markdown anywhere. */
const marks = /[\\`*_[\]<>#|~!]/g;
/** What would be a list or a rule at the start of a text. */
const starts = /^(?:[-+=]|\d+(?=[.)]))/;

/** An article as Markdown that `readArticle` parses to the same article. */
export function toMarkdown({ title, summary, blocks }: Pick<ArticleText, 'title' | 'summary' | 'blocks'>): string {
  return `${[`# ${plain(title)}`, plain(summary), ...blocks.map(blockMarkdown)].join('\n\n')}\n`;
}

function blockMarkdown(block: Block): string {
  switch (block.type) {
    case 'heading':
      return `## ${plain(block.text)}`;
    case 'paragraph':
      return plain(block.text);
    case 'list':
      return block.items.map((item) => `- ${plain(item)}`).join('\n');
    case 'steps':
      return block.items.map((item, at) => `${at + 1}. ${plain(item)}`).join('\n');
    case 'facts': {
      const [head = ['', ''], ...rows] = block.rows.map(([name, value]) => `| ${plain(name)} | ${plain(value)} |`);
      return [head, '| --- | --- |', ...rows].join('\n');
    }
    case 'image':
      return `![${plain(block.alt)}](images/${block.src.slice('content/'.length)})`;
  }
}

function plain(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll(marks, String.raw`\$&`);
  return escaped.replace(starts, (start) => (/\d/.test(start) ? `${start}\\` : `\\${start}`));
}
