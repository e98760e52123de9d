import type { Ms } from '#protocol/core/brand.ts';
import type { Article, Block } from '#protocol/content/entities.ts';
import { type Locale, locales } from '#protocol/core/locales.ts';
import { withMarks } from '#protocol/core/text/number-marks.ts';
import type { NoticeFacts } from './tables.ts';

type Label = Readonly<Record<Locale, string>>;

const long: Label = { en: 'long', zh: '做多', hk: '做多', jp: 'ロング', hy: '롱', yn: 'long', ty: 'Long' };
const short: Label = { en: 'short', zh: '做空', hk: '做空', jp: 'ショート', hy: '숏', yn: 'short', ty: 'Short' };
const up: Label = { en: 'Up', zh: '涨', hk: '升', jp: '上昇', hy: '상승', yn: 'Tăng', ty: 'ขึ้น' };
const down: Label = { en: 'Down', zh: '跌', hk: '跌', jp: '下落', hy: '하락', yn: 'Giảm', ty: 'ลง' };
const flat: Label = { en: 'Flat', zh: '平', hk: '平', jp: '横ばい', hy: '보합', yn: 'Đi ngang', ty: 'ทรงตัว' };

/** Facts that are stored as a code and shown in the reader's language, by the name of the fact. */
const labels: Readonly<Record<string, Readonly<Record<string, Label>>>> = {
  side: { long, short },
  direction: { up, down, flat },
};

/** The text of a coded fact; undefined for a fact that is shown as it is. */
function factLabel(name: string, code: string, language: Locale): string | undefined {
  return labels[name]?.[code]?.[language];
}

/** The minute of a time, in UTC: `2026-12-01 08:00`. */
export function shownMinute(at: Ms): string {
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ');
}

/** Facts that are figures; others made of digits are names, as the number of an order is. */
const figures: ReadonlySet<string> = new Set(
  `amount close collateral fee interest left liquidation mark minimum net owed price principal profit putIn quantity rate
   ratio received repaid returned salePrice spent stake strike total writtenOff`.split(/\s+/),
);

/** A figure with the marks of a language; anything else as it is. */
function inMarksOf(name: string, fact: string, language: Locale): string {
  if (!figures.has(name)) return fact;
  return fact.replace(/^([+\u2212-]?)(\d+(?:\.\d+)?)$/, (_, sign: string, unsigned: string) => {
    return sign + withMarks(unsigned, language);
  });
}

/**
 * The article with every `{name}` replaced by the fact of that name. A name without a fact stays unreplaced, so that a
 * missing fact is visible instead of silently lost. Facts with a label, such as the side of a position, and figures are
 * written in the reader's language.
 */
export function withFacts(article: Article, facts: NoticeFacts, language: Locale): Article {
  const fill = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (whole, name: string, at: number) => {
      const fact = facts[name];
      if (fact === undefined) return whole;
      const label = factLabel(name, fact, language);
      if (label === undefined) return inMarksOf(name, fact, language);
      // Within a sentence a label is a word of it; at the beginning, as in a table, it starts with a capital.
      return at === 0 ? label.charAt(0).toLocaleUpperCase(locales[language].tag) + label.slice(1) : label;
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
