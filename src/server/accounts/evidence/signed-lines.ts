import { type OperatorAct, type OperatorLogLine, writeOperatorLog } from '#server/core/gate/operator-log.ts';
import type { Queryable, Transaction } from '#server/core/store/database.ts';
import type { SecretBox } from '#server/core/secrets/secret-box.ts';
import { type EvidencePlace, openTexts, sealText } from './sealed-evidence.ts';

/** Who acts on people, and why. */
export interface SignedBy {
  readonly by: string;
  readonly reason: string;
  /** The reason is encrypted for those whom it is about; null where there is no SECRETS_KEY: it stays as it is. */
  readonly secrets: SecretBox | null;
}

const placeOf = ({ what, subject }: Pick<OperatorAct, 'what' | 'subject'>): EvidencePlace => ({
  table: 'operator_log',
  of: `${what} ${subject}`,
});

/**
 * Writes a line of the operators' log about people, whose reason may name them: it is encrypted for them.
 *
 * @returns the id of the line
 */
export async function writeLineAbout(
  tx: Transaction,
  act: OperatorAct,
  persons: readonly bigint[],
  { by, reason, secrets, at }: SignedBy & { readonly at: number },
): Promise<bigint> {
  if (secrets === null) return writeOperatorLog(tx, act, { by, reason, at });
  const { text, sealedWith } = await sealText(tx, secrets, reason, { ...placeOf(act), persons, now: at });
  return writeOperatorLog(tx, act, { by, reason: text, sealedWith, at });
}

/** The reasons of lines; null for one whose key was destroyed. */
export function reasonsOf(
  client: Queryable,
  secrets: SecretBox | null,
  lines: readonly OperatorLogLine[],
): Promise<(string | null)[]> {
  return openTexts(
    client,
    secrets,
    lines.map((line) => ({ ...line, text: line.reason })),
    placeOf,
  );
}
