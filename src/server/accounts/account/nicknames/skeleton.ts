import { readFileSync } from 'node:fs';

/** Changes with what this file does beside the data; nicknames are compared again after a change. */
const revision = 1;

/**
 * Small capitals, which the data does not map to the letters they are read as. They are letters of phonetic alphabets, and
 * of no name.
 */
const smallCapitals: ReadonlyMap<string, string> = new Map(
  [
    'ᴀa',
    'ʙb',
    'ᴄc',
    'ᴅd',
    'ᴇe',
    'ꜰf',
    'ɢg',
    'ʜh',
    'ɪi',
    'ᴊj',
    'ᴋk',
    'ʟl',
    'ᴍm',
    'ɴn',
    'ᴏo',
    'ᴘp',
    'ꞯq',
    'ʀr',
    'ꜱs',
    'ᴛt',
    'ᴜu',
    'ᴠv',
    'ᴡw',
    'ʏy',
    'ᴢz',
  ].map((pair) => [pair.charAt(0), pair.charAt(1)] as const),
);

interface Confusables {
  /** Major, minor and update of Unicode as one number, as 170000. */
  readonly version: number;
  readonly prototypes: ReadonlyMap<string, string>;
}

let loaded: Confusables | null = null;

/** The data, read with the first nickname that is compared. */
function confusables(): Confusables {
  if (loaded !== null) return loaded;
  const [head = '', ...lines] = readFileSync(new URL('confusables.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  const [, major, minor, update] = /^# Unicode (\d+)\.(\d+)\.(\d+),/u.exec(head) ?? [];
  if (major === undefined) throw new Error('confusables.txt names no version of Unicode');
  const text = (codes: string) => String.fromCodePoint(...codes.split(' ').map((code) => Number.parseInt(code, 16)));
  const prototypes = new Map<string, string>();
  for (const line of lines) {
    const [to = '', from = ''] = line.split(':');
    for (const code of from.split(' ')) prototypes.set(text(code), text(to));
  }
  loaded = { version: Number(major) * 10_000 + Number(minor) * 100 + Number(update), prototypes };
  return loaded;
}

/** What nicknames are compared by: the version of Unicode and of this file. It grows with either. */
export function comparisonVersion(): number {
  return confusables().version * 100 + revision;
}

/** The skeleton of a text (UTS 39, section 4): equal for texts that look alike, and never shown. */
export function skeletonOf(text: string): string {
  const { prototypes } = confusables();
  const visible = text.normalize('NFD').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  return Array.from(visible, (character) => prototypes.get(character) ?? character)
    .join('')
    .normalize('NFD');
}

/**
 * The skeletons of a text without regard to capitals, one or two. Two texts look alike when they have one in common. Of
 * small letters, `GoIdTrader` is another word than `GoldTrader`; as it is written, it is the same.
 */
export function skeletonsOf(text: string): readonly string[] {
  const plain = Array.from(text.normalize('NFKC'), (letter) => smallCapitals.get(letter) ?? letter).join('');
  const small = skeletonOf(plain.toLowerCase());
  const written = skeletonOf(skeletonOf(plain).toLowerCase());
  return small === written ? [small] : [small, written].toSorted();
}
