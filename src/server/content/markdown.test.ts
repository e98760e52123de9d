import { describe, expect, it } from 'vitest';
import { readArticle } from './markdown.ts';

describe('readArticle', () => {
  it('reads title, summary and the four kinds of blocks', () => {
    const article = readArticle(
      '# Fees & costs\n\nWhat it\ncosts.\n\n## Maker\n\nResting **orders** < others.\n\n- one\n- two\n\n| Maker | 0.08% |\n| --- | --- |\n| Taker | 0.1% |\n',
    );
    expect(article).toEqual({
      title: 'Fees & costs',
      summary: 'What it costs.',
      blocks: [
        { type: 'heading', text: 'Maker' },
        { type: 'paragraph', text: 'Resting orders < others.' },
        { type: 'list', items: ['one', 'two'] },
        {
          type: 'facts',
          rows: [
            ['Maker', '0.08%'],
            ['Taker', '0.1%'],
          ],
        },
      ],
      readingMinutes: 1,
    });
  });

  it('counts scripts without spaces by the character', () => {
    expect(readArticle(`# 标题\n\n摘要。\n\n${'字'.repeat(1_350)}`).readingMinutes).toBe(3);
  });

  it('refuses raw HTML, code and a text without a title', () => {
    expect(() => readArticle('# T\n\nS.\n\n<script>alert(1)</script>\n')).toThrow(/kind html/);
    expect(() => readArticle('# T\n\nS.\n\n```\nx\n```\n')).toThrow(/kind code/);
    expect(() => readArticle('S.\n\n# T\n')).toThrow(/title/);
  });
});
