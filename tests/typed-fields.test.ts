import path from 'node:path';
import * as v from 'valibot';
import { describe, expect, it, test } from 'vitest';
import { enterDigits, enterText, type TextKind } from '#app/ui/controls/text-entry.ts';
import { enterNumber } from '#app/ui/controls/number-entry.ts';
import { calls } from '#protocol/calls.ts';
import { documentNumber } from '#protocol/accounts/document-number.ts';
import { secondFactorMaxLength } from '#protocol/core/limits.ts';
import { localeCodes } from '#protocol/core/locales.ts';
import { userName } from '#protocol/accounts/real-name.ts';
import { numberMarks } from '#protocol/core/text/number-marks.ts';
import { pageSources, tagsOf, typedFields } from './typed-fields.ts';

/** What stands in a field after a paste into it while it is empty; a fault in angle brackets. */
type Paste = (text: string) => string;

const digitsOf =
  (most: number): Paste =>
  (text) => {
    const { text: taken, fault } = enterDigits('', text, most);
    return fault === null ? taken : `<${fault.kind}>`;
  };
const textOf =
  (kind: TextKind, limit: number): Paste =>
  (text) => {
    const { text: taken, fault } = enterText('', text, { kind, limit, isLong: false });
    return fault === null ? taken : `<${fault.kind}>`;
  };
/** What is sent of a field whose form reads it once more; the field itself shows it as it was typed. */
const readOf =
  (paste: Paste, read: (text: string) => string | null, fault: string): Paste =>
  (text) => {
    const taken = paste(text);
    return taken.startsWith('<') ? taken : (read(taken) ?? `<${fault}>`);
  };
const numberOf =
  (places: number): Paste =>
  (text) => {
    const read = localeCodes.map((locale) => {
      const rules = { marks: numberMarks(locale), places };
      const { draft, note } = enterNumber({ text: '', start: 0, end: 0 }, '', text, rules);
      return note === null ? draft : note === 'cut' ? `${draft} (cut)` : `<${note}>`;
    });
    const [first = ''] = read;
    return read.every((one) => one === first) ? first : read.join(' | ');
  };

const address = '0x52908400098527886E0F7030069857D2E4169EE7';
const wide = (text: string) => text.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfe_e0));

type Rows = readonly (readonly [typed: string, taken: string])[];

const longTexts: Rows = [
  ['n'.repeat(21), '<long>'],
  [`${'n'.repeat(20)}\u200B\u202E `, `${'n'.repeat(20)}\u200B\u202E `],
];

/** For each kind: how a paste is taken, hostile inputs, and what becomes of them. */
const kinds: Readonly<Record<string, { paste: Paste; rows: Rows }>> = {
  amount: {
    paste: numberOf(8),
    rows: [
      ['２５', '25'],
      ['1e-5', '0.00001'],
      ['1.2E+3', '1200'],
      ['0．5', '0.5'],
      ['−5', '<negative>'],
      ['٠٫٥', '0.5'],
      ['๐.๕', '0.5'],
      ['1\u202F234,5', '1234.5'],
      ['12a', '<unreadable>'],
      ['9'.repeat(31), '<too-large>'],
    ],
  },
  integer: {
    paste: numberOf(0),
    rows: [
      ['２５', '25'],
      ['12.5', '12 (cut)'],
      ['1e3', '1000'],
      ['-1', '<negative>'],
      ['１2个', '<unreadable>'],
    ],
  },
  code: {
    paste: textOf('code', 6),
    rows: [
      ['123 456', '123456'],
      ['123-456', '123456'],
      [' 482913 ', '482913'],
      ['４８２９１３', '482913'],
      ['Your code is 482913', '482913'],
      ['4829134', '<no-code>'],
      ['code', '<no-code>'],
    ],
  },
  pin: {
    paste: digitsOf(6),
    rows: [
      ['４８２９１３', '482913'],
      ['482\u200B913', '482913'],
      ['482913 1', '<no-code>'],
    ],
  },
  'second-factor': {
    paste: textOf('second-factor', secondFactorMaxLength),
    rows: [
      ['482 913', '482913'],
      ['Your code is 482913', '482913'],
      ['ABCDE–23456–FGHIJ–67234', 'abcde23456fghij67234'],
      ['ABCDE–23456', 'abcde23456'],
      ['a text that holds no code at all, and is long', '<long>'],
    ],
  },
  id: {
    paste: textOf('id', 18),
    rows: [
      ['１０ 007', '10007'],
      ['10\u00AD007', '10007'],
      ['1'.repeat(19), '<long>'],
      ['10007x', '<no-code>'],
    ],
  },
  phone: {
    paste: textOf('phone', 20),
    rows: [
      // As typed; measured and sent in its normal form.
      ['+49 (0) 176 1234 5678', '+49 (0) 176 1234 5678'],
      ['+'.padEnd(22, '1'), '<long>'],
    ],
  },
  email: {
    paste: textOf('email', 30),
    rows: [
      ['\u200Emei\u2011lin@example.com\u00A0', 'mei-lin@example.com'],
      [wide('mei@example.com'), 'mei@example.com'],
      [`${'a'.repeat(30)}@b.co`, '<long>'],
    ],
  },
  address: {
    paste: textOf('address', 50),
    rows: [
      [`\uFEFF ${address.slice(0, 20)}\u00AD\u2011\n${address.slice(20)}\u202C`, address],
      ['1'.repeat(51), '<long>'],
    ],
  },
  invitation: {
    paste: textOf('invitation', 12),
    rows: [
      ['abcd\u20132345', 'ABCD2345'],
      [' ab cd\u200B 23 45 ', 'ABCD2345'],
      ['A'.repeat(13), '<long>'],
    ],
  },
  password: {
    paste: textOf('password', 20),
    rows: [
      [' pass–wörd\u200B', ' pass–wörd\u200B'],
      ['p'.repeat(21), '<long>'],
    ],
  },
  text: { paste: textOf('text', 20), rows: longTexts },
  name: {
    paste: readOf(textOf('name', 20), userName, 'no-name'),
    rows: [
      ['n'.repeat(21), '<long>'],
      [`${'n'.repeat(20)}\u200B\u202E `, 'n'.repeat(20)],
      ['A/L Ramasamy', 'A/L Ramasamy'],
      ['‘t Hart', "'t Hart"],
      ['艾力•买买提', '艾力·买买提'],
      ['ﾖｼｺ･タナカ', 'ヨシコ·タナカ'],
      ['Pérez\u2010López', 'Pérez-López'],
      ['Smith, Jr.', 'Smith, Jr.'],
      ['علی\u200Cرضا', 'علی\u200Cرضا'],
      ['Ada1', '<no-name>'],
      ['ada@example.com', '<no-name>'],
      ['😀', '<no-name>'],
    ],
  },
  document: {
    paste: readOf(textOf('document', 20), (text) => documentNumber('id-card', 'HK', text), 'no-number'),
    rows: [
      ['1'.repeat(21), '<long>'],
      ['A123456(3)', 'A1234563'],
      ['Ａ１２３４５６（３）', 'A1234563'],
      ['1234–5678–9012', '123456789012'],
      ['๑๒๓๔๕๖๗๘', '12345678'],
      ['аВ\u200B 12 34', 'AB1234'],
      ['Д1234567', '<no-number>'],
    ],
  },
  account: { paste: textOf('account', 20), rows: longTexts },
  web: { paste: textOf('web', 20), rows: longTexts },
  search: { paste: textOf('search', 20), rows: longTexts },
};

describe.each(Object.entries(kinds))('a field of the kind %s', (kind, { paste, rows }) => {
  test.each(rows)('takes %j as %j', (typed, taken) => {
    expect(paste(typed)).toBe(taken);
  });

  it('is a field of the app', () => {
    expect(typedFields().map((field) => field.kind)).toContain(kind);
  });
});

/** A sign that cannot be seen would part two cells or vanish in the page. */
function shown(text: string): string {
  const seen = text.replaceAll(
    /[^\u0021-\u007E\u00A1-\u00AC\u00AE-\u1FFF\u2030-\u205E\u2070-\uFEFE\uFF01-\uFFEF ]/gu,
    (sign) => {
      return `[U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
    },
  );
  const short = seen.replaceAll(/(.)\1{12,}/g, (run: string, sign: string) => `${sign} × ${run.length}`);
  return short.replaceAll('|', '\\|').replaceAll('<', '').replaceAll('>', '');
}

test('every field is of a kind, and docs/input.md lists them all', async () => {
  const fields = typedFields();
  const known = Object.keys(kinds);
  expect(fields.filter(({ kind }) => !known.includes(kind))).toEqual([]);
  const parts = known.map((kind) => {
    const rows = kinds[kind]?.rows ?? [];
    const own = fields.filter((field) => field.kind === kind);
    const lines = own.map(({ label, file }) => `| ${label} | \`${file.replace('src/app/features/', '')}\` |`);
    return [
      `## ${kind}`,
      '',
      '| Typed or pasted | Taken as |',
      '| --- | --- |',
      ...rows.map(
        ([typed, taken]) =>
          `| ${shown(typed)} | ${taken.startsWith('<') ? `refused: ${shown(taken)}` : shown(taken)} |`,
      ),
      '',
      '| Field | File |',
      '| --- | --- |',
      ...lines,
    ].join('\n');
  });
  const page = [
    '# Input',
    'What each kind of field makes of what people type and paste, and the fields of that kind. `tests/typed-fields.test.ts`\nchecks every row and every field; with `-u` it writes this page. Nothing is ever cut silently: a number finer than its\nfield is cut and the field says so; anything else that does not fit leaves the field unchanged, with a message.',
    ...parts,
  ].join('\n\n');
  await expect(`${page}\n`).toMatchFileSnapshot(path.join(import.meta.dirname, '../docs/input.md'));
});

describe('sources of the page', () => {
  /** Not for typing: sliders, files, a name for password managers; and the chat’s line, which counts for itself. */
  const isNoText = (tag: string) => /type="(?:range|file|checkbox)"|readOnly\n|\btype="text"[^>]*readOnly\b/.test(tag);

  it('type into fields of a known kind only', () => {
    const raw = pageSources()
      .filter(({ file }) => !file.startsWith('src/app/ui/'))
      .flatMap(({ file, source }) =>
        ['input', 'textarea'].flatMap((name) => tagsOf(source, name).map((tag) => ({ file, tag }))),
      )
      .filter(({ tag }) => !isNoText(tag))
      .map(({ file }) => file);
    expect(raw).toEqual(['src/app/features/chat/room/composer.tsx']);
  });

  it('cut nothing that is typed', () => {
    const cuts =
      /\bmaxLength\b\s*[=:]|on[A-Z]\w*=\{[^}]*\.(?:slice|substring|substr)\(|target\.value\.(?:slice|substring|substr)\(/;
    const found = pageSources().flatMap(({ file, source }) => (cuts.test(source) ? [file] : []));
    expect(found).toEqual([]);
  });
});

/** Fields of calls that people type, a hostile form of each, and what the handler reads. */
const typedInCalls: Readonly<Record<string, readonly [string, string]>> = {
  email: ['\u200Emei\u2011lin@example.com\u00A0', 'mei-lin@example.com'],
  phone: ['+49 (0) 176\u00A01234\u20115678', '+4917612345678'],
  code: ['Your code is ４８２ ９１３', '482913'],
  totp: [' 482\u2013913 ', '482913'],
  transactionPassword: ['４８２\u200B９１３', '482913'],
  invitationCode: ['abcd\u20132345\u200B', 'ABCD2345'],
  address: [`${address}\u200B`, address],
  hash: [` ${address}\uFEFF`, address],
  bankCode: ['６０\u201316 13', '601613'],
  branchCode: ['\u0661\u0662\u00A03', '123'],
  contract: [`${address.slice(0, 9)}\u00AD${address.slice(9)}`, address],
  firstName: ['Anne\u2010Marie\u200B', 'Anne-Marie'],
  holder: ['Lin\u00A0Mei\u2010Li\u200B', 'Lin Mei-Li'],
  lastName: ['\u202APérez\u2011López\u202C', 'Pérez-López'],
};

interface Found {
  readonly call: string;
  readonly name: string;
  readonly schema: v.GenericSchema;
}

/** Every field of an input, through options, variants and pipes. */
function fieldsOf(call: string, schema: unknown): readonly Found[] {
  const { entries, options, wrapped, pipe } = schema as {
    entries?: Record<string, v.GenericSchema>;
    options?: readonly unknown[];
    wrapped?: unknown;
    pipe?: readonly unknown[];
  };
  const own = Object.entries(entries ?? {}).flatMap(([name, field]) => [
    { call, name, schema: field },
    ...fieldsOf(call, field),
  ]);
  const inner = pipe?.filter((part) => part !== schema && (part as { kind?: string }).kind === 'schema') ?? [];
  const among = [
    ...(Array.isArray(options) ? options : []),
    ...(wrapped === undefined ? [] : [wrapped]),
    ...(entries === undefined ? inner : []),
  ];
  return [...own, ...among.filter((one) => typeof one === 'object').flatMap((one) => fieldsOf(call, one))];
}

describe('the exchange reads what people type by the same rules', () => {
  const found = Object.entries(calls).flatMap(([call, { input }]) => fieldsOf(call, input));
  /** A contract of the markets, not of a coin. */
  const isTyped = ({ name, call }: Found) =>
    name in typedInCalls && (name !== 'contract' || call === 'POST addCoinApply');
  const typed = found
    .filter(isTyped)
    .map((field) => (field.call === 'GET common/checkInviteCode' ? { ...field, name: 'invitationCode' } : field));

  it('finds them', () => {
    expect([...new Set(typed.map(({ name }) => name))].toSorted()).toEqual(Object.keys(typedInCalls).toSorted());
    expect(typed.length).toBeGreaterThan(20);
  });

  test.each(typed.map((field) => [field.call, field.name, field.schema] as const))('%s: %s', (_call, name, schema) => {
    const [given = '', read] = typedInCalls[name] ?? [];
    const checked = v.safeParse(schema, given);
    expect(checked.success ? checked.output : checked.issues[0].message).toBe(read);
  });
});
