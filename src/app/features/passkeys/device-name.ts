/** Systems in the order they are looked for: Android also says Linux, an iPhone also says Mac. */
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'Chromebook'],
  [/Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
];

const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg/, 'Edge'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];

/** A first name for a passkey, as in `Android, Chrome`: proper names, the same in every language. */
export function deviceName(userAgent: string): string {
  const found = [systems, browsers].flatMap((list) => list.find(([form]) => form.test(userAgent))?.[1] ?? []);
  return found.length === 0 ? 'Passkey' : found.join(', ');
}
