/** Check digits of numbers of banks. */

/** Whether the check digit of a card number is right (ISO/IEC 7812-1, annex B: Luhn). */
export function isCardNumber(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) return false;
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, place) => {
      const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}

/** Districts of the Federal Reserve, those of thrifts and of electronic payments, and traveller's cheques. */
const routingPrefix = /^(?:0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)/;
const routingWeights = [3, 7, 1];

/** Whether nine digits can be a routing number (ABA): a known prefix, and digits weighted 3, 7, 1 that add up to tens. */
export function isRoutingNumber(digits: string): boolean {
  if (!/^\d{9}$/.test(digits) || !routingPrefix.test(digits) || /^0+$/.test(digits)) return false;
  const sum = Array.from(digits).reduce(
    (total, digit, place) => total + Number(digit) * (routingWeights[place % 3] ?? 0),
    0,
  );
  return sum % 10 === 0;
}
