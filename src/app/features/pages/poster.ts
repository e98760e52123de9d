import { encodeQR } from 'qr';
import { logoPath } from '#app/ui/logo-path.ts';
import type { Theme } from '#app/platform/device/theme.ts';
import { fitText } from './fitting-text.ts';

/** Content of an invitation poster, in the user's language. */
export interface PosterLabels {
  readonly title: string;
  readonly text: string;
  /** "Scan to open an account" */
  readonly scan: string;
  /** "Invitation code" */
  readonly codeLabel: string;
  readonly code: string;
  /** The host users come to, as they would type it. */
  readonly host: string;
}

/** Pixels of the picture: what shared pictures are shown in without being cut. */
export const posterWidth = 1_080;
export const posterHeight = 1_620;

const margin = 96;
const column = posterWidth - 2 * margin;
const qrPlate = 500;
const cardTop = 788;
/** White modules around the code, without which scanners do not find it. */
const quietModules = 4;

interface PosterColours {
  readonly background: string;
  readonly card: string;
  readonly text: string;
  readonly quiet: string;
  readonly accent: string;
  readonly onAccent: string;
  readonly plate: string;
  readonly ink: string;
}

/** The tokens of a theme, whichever the page is in. */
function coloursOf(theme: Theme): PosterColours {
  const probe = document.createElement('div');
  probe.dataset['theme'] = theme;
  probe.hidden = true;
  document.body.append(probe);
  const style = getComputedStyle(probe);
  const token = (name: string) => style.getPropertyValue(name).trim();
  const colours = {
    background: token('--surface-0'),
    card: token('--surface-1'),
    text: token('--text-1'),
    quiet: token('--text-2'),
    accent: token('--accent-fill'),
    onAccent: token('--on-accent'),
    plate: token('--qr-plate'),
    ink: token('--qr-ink'),
  };
  probe.remove();
  return colours;
}

/** The brush of one poster: where it is drawn, how text looks. */
interface Brush {
  readonly context: CanvasRenderingContext2D;
  readonly family: string;
  readonly languageTag: string;
}

interface TextLook {
  readonly lines: number;
  /** From large to small: the largest that fits is taken. */
  readonly sizes: readonly number[];
  readonly weight: number;
  readonly colour: string;
}

/** Text in its size, ready to be written. */
interface Block {
  readonly height: number;
  readonly write: (top: number) => void;
}

/** Sets centred text. */
function setText({ context, family, languageTag }: Brush, text: string, look: TextLook): Block {
  // Thai and Vietnamese stack marks above and below their letters.
  const leading = /^(?:th|vi)/.test(languageTag) ? 1.5 : 1.3;
  const fontOf = (size: number) => `${look.weight} ${size}px ${family}`;
  const measureAt = (size: number) => {
    context.font = fontOf(size);
    return (line: string) => context.measureText(line).width;
  };
  const { lines, size } = fitText(text, { width: column, lines: look.lines }, look.sizes, measureAt, languageTag);
  const lineHeight = size * leading;
  return {
    height: lines.length * lineHeight,
    write(top) {
      context.font = fontOf(size);
      context.fillStyle = look.colour;
      lines.forEach((line, index) => context.fillText(line, posterWidth / 2, top + (index + 0.5) * lineHeight));
    },
  };
}

function drawLogo({ context, family }: Brush, colours: PosterColours): void {
  const tile = 104;
  context.font = `600 60px ${family}`;
  const name = 'Dunlin';
  const left = (posterWidth - tile - 28 - context.measureText(name).width) / 2;
  context.fillStyle = colours.accent;
  context.beginPath();
  context.roundRect(left, margin, tile, tile, 28);
  context.fill();
  context.save();
  context.translate(left + 18, margin + 18);
  context.scale((tile - 36) / 64, (tile - 36) / 64);
  context.fillStyle = colours.onAccent;
  const bird = new Path2D(logoPath);
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- this fills a shape, not an array
  context.fill(bird);
  context.restore();
  context.fillStyle = colours.text;
  context.textAlign = 'left';
  context.fillText(name, left + tile + 28, margin + tile / 2);
  context.textAlign = 'center';
}

/** The code in whole pixels, so that its edges are sharp for cameras. */
function drawCode({ context }: Brush, link: string, top: number, colours: PosterColours): void {
  const rows = encodeQR(link, 'raw', { ecc: 'medium', border: quietModules });
  const module = Math.floor(qrPlate / rows.length);
  const left = Math.round((posterWidth - module * rows.length) / 2);
  const start = top + Math.round((qrPlate - module * rows.length) / 2);
  context.fillStyle = colours.plate;
  context.beginPath();
  context.roundRect((posterWidth - qrPlate) / 2, top, qrPlate, qrPlate, 24);
  context.fill();
  context.fillStyle = colours.ink;
  rows.forEach((row, y) =>
    row.forEach((black, x) => {
      if (black) context.fillRect(left + x * module, start + y * module, module, module);
    }),
  );
}

/**
 * Draws an invitation poster: mark, labels, code, link. Everything is made on the device; nothing is fetched.
 *
 * @param link what the code leads to; it carries the invitation code and nothing else of the user
 * @param languageTag BCP 47 name of the language the words are in
 */
export function drawPoster(
  canvas: HTMLCanvasElement,
  labels: PosterLabels,
  link: string,
  theme: Theme,
  languageTag: string,
): void {
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('this browser draws no pictures');
  canvas.width = posterWidth;
  canvas.height = posterHeight;
  const colours = coloursOf(theme);
  const brush = { context, family: getComputedStyle(document.body).fontFamily, languageTag };
  context.fillStyle = colours.background;
  context.fillRect(0, 0, posterWidth, posterHeight);
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  drawLogo(brush, colours);
  drawText(brush, labels, colours);
  context.fillStyle = colours.card;
  context.beginPath();
  context.roundRect(margin / 2, cardTop, posterWidth - margin, posterHeight - margin / 2 - cardTop, 40);
  context.fill();
  drawCode(brush, link, cardTop + 40, colours);
  drawWays(brush, labels, colours);
}

/** Title and text, in the middle between the mark and the card. */
function drawText(brush: Brush, labels: PosterLabels, colours: PosterColours): void {
  const title = setText(brush, labels.title, {
    lines: 3,
    sizes: [88, 80, 72, 64, 56, 48],
    weight: 600,
    colour: colours.text,
  });
  const text = setText(brush, labels.text, { lines: 4, sizes: [44, 40, 36, 32], weight: 400, colour: colours.quiet });
  const gap = 28;
  const [from, to] = [margin + 104, cardTop];
  const top = from + (to - from - title.height - gap - text.height) / 2;
  title.write(top);
  text.write(top + title.height + gap);
}

/** Below the code: what it is for, and the same to be typed. */
function drawWays(brush: Brush, labels: PosterLabels, colours: PosterColours): void {
  const quiet = { lines: 1, sizes: [36, 32, 28, 24], weight: 400, colour: colours.quiet };
  const blocks = [
    setText(brush, labels.scan, quiet),
    setText(brush, `${labels.codeLabel} ${labels.code}`, {
      ...quiet,
      sizes: [48, 42, 36, 30],
      weight: 600,
      colour: colours.text,
    }),
    setText(brush, labels.host, quiet),
  ];
  let top = cardTop + 40 + qrPlate + 20;
  for (const block of blocks) {
    block.write(top);
    top += block.height + 6;
  }
}

/** The poster as a file that can be saved or shared. */
export function posterFile(canvas: HTMLCanvasElement): Promise<File> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('the picture could not be made'));
      else resolve(new File([blob], 'dunlin-invitation.png', { type: 'image/png' }));
    }, 'image/png');
  });
}
