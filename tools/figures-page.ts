import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A measured figure of `docs/figures.json`. */
interface Figure {
  readonly scenario: string;
  /** Rounds, runs or samples that the median is of; left out where a bench does not say. */
  readonly n?: number;
  /** Left out where only the worst was noted. */
  readonly median?: number;
  readonly worst?: number;
  /** As in `ms`, `a second`, `times`. */
  readonly unit: string;
  /** The median, or else the worst, must not be above this. */
  readonly most?: number;
  /** The same from below. */
  readonly least?: number;
}

/** What one command measures. */
export interface FigureSection {
  readonly title: string;
  /** The measurement of `npm run bench` that replaces these figures, with `--record`. */
  readonly bench?: string;
  readonly command?: string;
  readonly note?: string;
  readonly rows: readonly Figure[];
}

const file = (name: string) => path.join(import.meta.dirname, '../docs', name);

/** All recorded figures, in the order of the page. */
export function readFigureSections(): FigureSection[] {
  return JSON.parse(readFileSync(file('figures.json'), 'utf8')) as FigureSection[];
}

/**
 * Replaces the figures of a measurement by those of a run, in `docs/figures.json` and on the page. One without a section
 * gets one of its name.
 */
export function recordFigures(bench: string, rows: readonly Figure[]): void {
  const sections = readFigureSections();
  const at = sections.findIndex((section) => section.bench === bench);
  const before = sections[at] ?? { title: bench, bench, command: `npm run bench -- ${bench}` };
  sections.splice(at === -1 ? sections.length : at, 1, { ...before, rows });
  writeFileSync(file('figures.json'), `${JSON.stringify(sections, null, 2)}\n`);
  writeFileSync(file('figures.md'), figuresPage(sections));
}

/** `docs/figures.md`: a table for each section. */
export function figuresPage(sections: readonly FigureSection[]): string {
  const intro = `What was measured on 2 cores, with the load on the same machine. \`npm run bench -- NAME\` measures once more, and with
\`--record\` writes what it finds into \`figures.json\`, from which \`node tools/figures-page.ts\` makes this page. \`n\` counts the
rounds or samples of a median. Earlier figures are in the history of \`figures.json\`.`;
  return ['# Figures', intro, ...sections.map(sectionText)].join('\n\n').concat('\n');
}

function sectionText({ title, command, note, rows }: FigureSection): string {
  const head = ['| Scenario | n | Median | Worst | Target | Kept |', '| --- | ---: | ---: | ---: | ---: | --- |'];
  const lines = rows.map((row) => `| ${cells(row).join(' | ')} |`);
  const intro = [command === undefined ? null : `\`${command}\`.`, note ?? null].filter((part) => part !== null);
  return [`## ${title}`, ...(intro.length > 0 ? [intro.join(' ')] : []), [...head, ...lines].join('\n')].join('\n\n');
}

function cells({ scenario, n, median, worst, unit, most, least }: Figure): string[] {
  const shown = (value: number | undefined) => (value === undefined ? '' : `${value.toLocaleString('en-US')} ${unit}`);
  const target = most === undefined ? (least === undefined ? '' : `≥ ${shown(least)}`) : `≤ ${shown(most)}`;
  const value = median ?? worst;
  const isKept = value !== undefined && value <= (most ?? Infinity) && value >= (least ?? -Infinity);
  return [
    scenario,
    n?.toLocaleString('en-US') ?? '',
    shown(median),
    shown(worst),
    target,
    target && (isKept ? 'yes' : 'no'),
  ];
}

if (import.meta.main) writeFileSync(file('figures.md'), figuresPage(readFigureSections()));
