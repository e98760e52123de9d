/** Joins class names, leaving out whatever is absent: `classNames(css['row'], wide && css['wide'])`. */
export function classNames(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
