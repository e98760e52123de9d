import type { Article, Block } from '../../../protocol/entities/content.ts';
import type { Locale } from '../../../protocol/locales.ts';
import { factLabel } from './fact-labels.ts';
import type { NoticeFacts } from './tables.ts';

/**
 * The article with every `{name}` replaced by the fact of that name. A name without a fact stays unreplaced, so that a
 * missing fact is visible instead of silently lost. Facts with a label, such as the side of a position, are shown in the
 * reader's language.
 */
export function withFacts(article: Article, facts: NoticeFacts, language: Locale): Article {
  const fill = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
      const fact = facts[name];
      return fact === undefined ? whole : (factLabel(name, fact, language) ?? fact);
    });
  return {
    ...article,
    title: fill(article.title),
    summary: fill(article.summary),
    blocks: article.blocks.map((block) => fillBlock(block, fill)),
  };
}

function fillBlock(block: Block, fill: (text: string) => string): Block {
  switch (block.type) {
    case 'heading':
    case 'paragraph':
      return { ...block, text: fill(block.text) };
    case 'list':
    case 'steps':
      return { ...block, items: block.items.map(fill) };
    case 'image':
      return { ...block, alt: fill(block.alt) };
    case 'facts':
      return { ...block, rows: block.rows.map(([name, value]) => [fill(name), fill(value)] as [string, string]) };
  }
}
