import type { Named } from './store.ts';

/**
 * How a member is shown to the one who invited them: first and last letter of the name and of the host of an address, the
 * country and the last three digits of a number, first and last letter of a nickname.
 */
export function maskedMember({ email, phone, nickname }: Named): string {
  if (email !== null) {
    const [name = '', host = ''] = email.split('@');
    const dot = host.indexOf('.');
    return `${ends(name)}@${host.slice(0, 1)}•••${host.slice(dot)}`;
  }
  if (phone !== null) return `${phone.slice(0, 3)} ••• ••• ${phone.slice(-3)}`;
  return nickname === null ? '•••' : ends(nickname);
}

function ends(text: string): string {
  const letters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  return `${letters[0] ?? ''}•••${letters.length > 1 ? (letters.at(-1) ?? '') : ''}`;
}
