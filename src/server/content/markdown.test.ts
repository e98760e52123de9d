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

  it('reads steps, and own pictures with their dimensions', () => {
    const images = new Map([['images/a.png', { name: `${'a'.repeat(43)}.png`, width: 8, height: 6 }]]);
    const { blocks } = readArticle('# T\n\nS.\n\n1. Open\n2. Tap *Send*\n\n![A **bird**](images/a.png)\n', images);
    expect(blocks).toEqual([
      { type: 'steps', items: ['Open', 'Tap Send'] },
      { type: 'image', src: `content/${'a'.repeat(43)}.png`, alt: 'A bird', width: 8, height: 6 },
    ]);
  });

  it.each([
    ['an inline tag', 'a <img src=x onerror=alert(1)> b'],
    ['an inline script', 'a <script>alert(1)</script> b'],
    ['an SVG', '<svg onload=alert(1)></svg>'],
    ['a frame', '<iframe src="https://evil.example"></iframe>'],
    ['a comment', 'a <!-- hidden --> b'],
    ['a picture from elsewhere', '![x](https://evil.example/a.png)'],
    ['a picture of data', '![x](data:image/svg+xml;base64,AAAA)'],
    ['a picture above the folder', '![x](../../etc/passwd)'],
    ['a picture within a line', 'before ![x](images/a.png) behind'],
    ['a picture without words', '![](images/a.png)'],
    ['a quote', '> quoted'],
    ['a rule', '---'],
    ['a list in a list', '- a\n  - b'],
    ['code in a list', '- a\n\n      code'],
    ['three columns', '| a | b | c |\n| --- | --- | --- |\n| 1 | 2 | 3 |'],
  ])('refuses %s', (_what, text) => {
    const images = new Map([['images/a.png', { name: 'a.png', width: 1, height: 1 }]]);
    expect(() => readArticle(`# T\n\nS.\n\n${text}\n`, images)).toThrow();
  });

  it('keeps the text of a link and drops its target', () => {
    const text = '[free coins](javascript:alert(1)) <https://evil.example> [x](//evil.example "title") `code`';
    const { blocks } = readArticle(`# [T](data:text/html,x)\n\nS.\n\n${text}\n`);
    expect(blocks).toEqual([{ type: 'paragraph', text: 'free coins https://evil.example x code' }]);
  });
});
