import type { Queryable, Transaction } from '#server/core/store/database.ts';
import { decrypted, encrypted, type SecretBox } from '#server/core/secrets/secret-box.ts';
import { keysInUse, openKeys, type PersonKey } from './person-keys.ts';

/** Where evidence stands. Encrypted for one place it does not open in any other. */
export interface EvidencePlace {
  readonly table: 'fiat_statements' | 'fiat_proofs' | 'operator_log';
  /** What it is about, as in `fiat order 7 by seller`. */
  readonly of: string;
}

/** A text as a row holds it. */
export interface SealedText {
  /** Encrypted, in base64url; as it was written where there are no keys. */
  readonly text: string;
  /** Ids of the keys, in the order in which they encrypted it; null for a row that is not encrypted. */
  readonly sealedWith: readonly bigint[] | null;
}

/** A column with ids of keys, as it is read. */
export type StoredKeyIds = readonly (string | bigint)[] | null;

const boundTo = ({ table, of }: EvidencePlace, person: bigint) => `${table}, ${of}, of person ${person}`;

/** Encrypts evidence with each key in turn: without any one of them nobody reads it. */
export function sealEvidence(plain: Buffer, keys: readonly PersonKey[], place: EvidencePlace): Buffer {
  return keys.reduce((bytes, { key, person }) => encrypted(key, bytes, boundTo(place, person)), plain);
}

/** @throws Error for what was encrypted in another place or for another person, or modified */
export function openEvidence(sealed: Buffer, keys: readonly PersonKey[], place: EvidencePlace): Buffer {
  return keys.reduceRight((bytes, { key, person }) => {
    try {
      return decrypted(key, bytes, boundTo(place, person));
    } catch (error) {
      throw new Error(`evidence in ${place.table}, ${place.of}, is not of that place and person`, { cause: error });
    }
  }, sealed);
}

/** Encrypts a text for those whom it is about, with their keys in use. */
export async function sealText(
  tx: Pick<Transaction, 'client'>,
  secrets: SecretBox,
  text: string,
  { persons, now, ...place }: EvidencePlace & { readonly persons: readonly bigint[]; readonly now: number },
): Promise<SealedText> {
  const keys = await keysInUse(tx, secrets, persons, now);
  const sealed = sealEvidence(Buffer.from(text), keys, place);
  return { text: sealed.toString('base64url'), sealedWith: keys.map(({ id }) => id) };
}

/** The keys that evidence was encrypted with; null once one of them is destroyed. */
export function keysOf(ids: readonly bigint[], known: ReadonlyMap<bigint, PersonKey | null>): PersonKey[] | null {
  const keys: PersonKey[] = [];
  for (const id of ids) {
    const key = known.get(id);
    if (key === undefined) throw new Error(`key ${id} of evidence is unknown`);
    if (key === null) return null;
    keys.push(key);
  }
  return keys;
}

/** Ids of keys, as numbers. */
export const keyIds = (stored: StoredKeyIds): bigint[] => (stored ?? []).map(BigInt);

/**
 * Texts of rows as they were written; null for one whose key was destroyed. Rows from before texts were encrypted are as
 * they are.
 *
 * @throws Error for a text of another place or person
 */
export async function openTexts<Row extends { readonly text: string; readonly sealedWith: StoredKeyIds }>(
  client: Queryable,
  secrets: SecretBox | null,
  rows: readonly Row[],
  placeOf: (row: Row) => EvidencePlace,
): Promise<(string | null)[]> {
  const ids = rows.flatMap(({ sealedWith }) => keyIds(sealedWith));
  if (ids.length === 0) return rows.map(({ text }) => text);
  if (secrets === null) throw new Error('encrypted evidence without SECRETS_KEY');
  const known = await openKeys(client, secrets, ids);
  return rows.map((row) => {
    if (row.sealedWith === null) return row.text;
    const keys = keysOf(keyIds(row.sealedWith), known);
    return keys === null ? null : openEvidence(Buffer.from(row.text, 'base64url'), keys, placeOf(row)).toString();
  });
}
