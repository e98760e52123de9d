/** Order matters: most browsers also name the ones they descend from. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bOPR\//, 'Opera'],
  [/\bUCBrowser\//, 'UC Browser'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const deviceMaxLength = 40;

/** Browser and system of a user agent, as in `Chrome · Android`; its first word when both are unknown. */
export function deviceName(userAgent: string): string {
  const named = [browsers, systems].flatMap((names) => names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? []);
  if (named.length > 0) return named.join(' · ');
  return (/^[\w.-]+/.exec(userAgent)?.[0] ?? '?').slice(0, deviceMaxLength);
}
