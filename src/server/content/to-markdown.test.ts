import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allRuns } from '../../../tests/depth.ts';
import { type ImagesByPath, readArticle } from './markdown.ts';
import { toMarkdown } from './to-markdown.ts';

const name = `${'a'.repeat(43)}.png`;
const images: ImagesByPath = new Map([[`images/${name}`, { name, width: 4, height: 3 }]]);

/** Text of an article: one line, trimmed. */
const text = fc
  .string({
    minLength: 1,
    maxLength: 40,
    unit: fc.oneof(
      fc.constantFrom(...Array.from('ab 1.)-+=*_`#|<>[]!~&;\\{}中ไ')),
      fc.string({ minLength: 1, maxLength: 1 }),
    ),
  })
  .map((given) => given.replaceAll(/\s+/g, ' ').trim())
  .filter((given) => given !== '');
const items = fc.array(text, { minLength: 1, maxLength: 4 });
const block = fc.oneof(
  text.map((value) => ({ type: 'heading' as const, text: value })),
  text.map((value) => ({ type: 'paragraph' as const, text: value })),
  items.map((values) => ({ type: 'list' as const, items: values })),
  items.map((values) => ({ type: 'steps' as const, items: values })),
  fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 3 }).map((rows) => ({ type: 'facts' as const, rows })),
  text.map((alt) => ({ type: 'image' as const, src: `content/${name}`, alt, width: 4, height: 3 })),
);

describe('toMarkdown', () => {
  it('round-trips articles', () => {
    fc.assert(
      fc.property(text, text, fc.array(block, { maxLength: 5 }), (title, summary, blocks) => {
        // Two adjacent lists are one in Markdown.
        const apart = blocks.flatMap((one, at) => (at === 0 ? [one] : [{ type: 'heading' as const, text: 'x' }, one]));
        const read = readArticle(toMarkdown({ title, summary, blocks: apart }), images);
        expect({ title: read.title, summary: read.summary, blocks: read.blocks }).toEqual({
          title,
          summary,
          blocks: apart,
        });
      }),
      { numRuns: allRuns(300) },
    );
  });
});
