/** A name as it is shown on a screen: enough to know one's own, not enough to learn somebody's. */
export function maskedName(firstName: string, lastName: string): string {
  return [firstName, lastName].map(maskedWord).join(' ');
}

/** The stars do not tell how long the name is. */
function maskedWord(word: string): string {
  const [first = '', ...rest] = Array.from(word);
  return rest.length === 0 ? '*' : `${first}**`;
}

/** A number of a document with its first and last characters. */
export function maskedNumber(number: string): string {
  const [head, tail] = number.length >= 8 ? [3, 2] : [1, 1];
  return `${number.slice(0, head)}****${number.slice(-tail)}`;
}
