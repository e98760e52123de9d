import type { CodeName } from './codes.ts';

/**
 * What the catalogue says of a field that is missing or cannot be read, by the field's name. `operationFailed` says
 * nothing of where the fault is; these do (`errors.tsv`, 2030 to 2054).
 */
export const codeOfField: Readonly<Record<string, Exclude<CodeName, 'success'>>> = {
  account: 'enterAccount',
  to: 'enterAccount',
  email: 'enterAccount',
  phone: 'enterAccount',
  password: 'enterPassword',
  code: 'enterCode',
  amount: 'enterAmount',
  total: 'enterAmount',
  stake: 'enterAmount',
  address: 'enterAddress',
  holder: 'enterName',
  firstName: 'enterName',
  lastName: 'enterName',
  nickname: 'enterName',
  document: 'enterDocumentNumber',
  number: 'enterDocumentNumber',
  front: 'uploadPhotos',
  back: 'uploadPhotos',
  held: 'uploadPhotos',
  images: 'uploadPhotos',
  voucher: 'uploadPhotos',
  price: 'delegationPriceInvalid',
  country: 'chooseArea',
  region: 'chooseArea',
};

/**
 * The code for a field that a call's schema does not take.
 *
 * @param path of it in the input, as in `images.0`: its first part counts
 * @param refuses what the call declares: no call answers a code that its table does not have
 */
export function codeOfMalformed(path: string, refuses: readonly CodeName[]): Exclude<CodeName, 'success'> {
  const [field = ''] = path.split('.');
  const own = Object.hasOwn(codeOfField, field) ? codeOfField[field] : undefined;
  return own !== undefined && refuses.includes(own) ? own : 'operationFailed';
}
