/** A masked name: recognisable by its owner, but not revealing. */
export function maskedName(firstName: string, lastName: string): string {
  return [firstName, lastName].map(maskedWord).join(' ');
}

/** The number of stars does not reveal the length. */
function maskedWord(word: string): string {
  const [first = '', ...rest] = Array.from(word);
  return rest.length === 0 ? '*' : `${first}**`;
}

/** A masked document number with its first and last characters. */
export function maskedNumber(number: string): string {
  const [head, tail] = number.length >= 8 ? [3, 2] : [1, 1];
  return `${number.slice(0, head)}****${number.slice(-tail)}`;
}
