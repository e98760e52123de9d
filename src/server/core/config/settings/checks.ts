import * as v from 'valibot';

/** Checks shared by several settings: each takes the text of a variable and says what it must be. */

export const nullIfEmpty = (text: string): string | null => (text === '' ? null : text);

/** Null when empty. */
export const optionalText = v.pipe(v.string(), v.transform(nullIfEmpty));

/** Null when empty; otherwise the text has to match. */
export const optionalMatch = (pattern: RegExp, message: string) =>
  v.pipe(
    v.string(),
    v.check((text) => text === '' || pattern.test(text), message),
    v.transform(nullIfEmpty),
  );

export const requiredText = (message: string) => v.pipe(v.string(), v.nonEmpty(message));

export const wholeNumber = v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'a whole number'), v.transform(Number));

export const wholeNumberWithin = (least: number, most: number) =>
  v.pipe(wholeNumber, v.minValue(least, `at least ${least}`), v.maxValue(most, `at most ${most}`));

export const flag = v.pipe(
  v.picklist(['true', 'false'], 'true or false'),
  v.transform((text) => text === 'true'),
);

/** A URL of one of the schemes, or null when empty. */
export const optionalUrl = (schemes: RegExp, message: string) =>
  v.pipe(
    v.string(),
    v.check((text) => text === '' || (URL.canParse(text) && schemes.test(text)), message),
    v.transform(nullIfEmpty),
  );

/** The origin of a URL and nothing more, or null when empty. */
export const optionalOrigin = (schemes: RegExp, message: string) =>
  v.pipe(
    optionalUrl(schemes, message),
    v.check((text) => text === null || new URL(text).origin === text, 'a URL without a path'),
  );

/** A path that begins and ends with a slash. */
export const basePath = v.pipe(v.string(), v.regex(/^\/([\w-]+\/)*$/, 'a path that begins and ends with a slash'));

const hostName = String.raw`(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}`;
const hostNamesPattern = new RegExp(`^(?:${hostName}(?:,${hostName})*)?$`);

/** Host names separated by commas; `*.` matches subdomains. */
export const hostNames = v.pipe(
  v.string(),
  v.regex(hostNamesPattern, 'host names in lower case, separated by commas'),
  v.transform((text) => (text === '' ? [] : text.split(','))),
);

/** A value with its own parser, which returns null for invalid text. */
export const parsedBy = <Value>(parse: (text: string) => Value | null, message: string) =>
  v.pipe(
    v.string(),
    v.rawTransform<string, Value>(({ dataset, addIssue, NEVER }) => {
      const value = parse(dataset.value);
      if (value !== null) return value;
      addIssue({ message });
      return NEVER;
    }),
  );
