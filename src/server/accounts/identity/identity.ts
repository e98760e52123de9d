import { and, desc, eq } from 'drizzle-orm';
import type { CheckedInput } from '#protocol/calls.ts';
import { documentNumber } from '#protocol/accounts/document-number.ts';
import type { Verification } from '#protocol/accounts/entities/verification.ts';
import { userName } from '#protocol/accounts/real-name.ts';
import { callingCodes } from '../account/contacts/calling-codes.ts';
import { secretHash } from '../rate-limits/secret-hash.ts';
import type { Sessions } from '../account/sessions.ts';
import { users } from '../account/tables.ts';
import type { CoreDeps } from '#server/core/areas/core-deps.ts';
import type { Files } from '../files/files.ts';
import type { Notices } from '../notices/notices.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { ReviewEffect, Reviews } from '../reviews/reviews.ts';
import type { Transaction } from '#server/core/store/database.ts';
import { isUniqueViolation } from '#server/core/failures/postgres-errors.ts';
import { maskedName, maskedNumber } from './masking.ts';
import { verifications } from './tables.ts';

export interface IdentityDeps extends Pick<CoreDeps, 'database' | 'clock'> {
  readonly files: Files;
  readonly reviews: Reviews;
  readonly notices: Pick<Notices, 'send' | 'changed'>;
  readonly sessions: Sessions;
}

type Application = CheckedInput<'POST verify'>;
type State = Verification['state'];

/** Real-name authentication (spec points 3 and 4): applied for with a document and three photos, and reviewed. */
export interface Identity {
  /** The newest application of a user, names and number masked. */
  read(owner: bigint): Promise<Verification>;
  /**
   * Opens an application. One is open at a time, with one document per account; a refused one may be followed by
   * another.
   *
   * @throws Refusal `chooseArea`, `enterName`, `enterDocumentNumber`, `uploadPhotos`, `realNameAlreadyApplied`
   */
  apply(owner: bigint, application: Application): Promise<Verification>;
  /** Calls back with every change of state, after its commit. */
  onChange(listener: (owner: bigint, state: State) => void): void;
}

const countries: ReadonlySet<string> = new Set(callingCodes.map((one) => one.country));

export function createIdentity(deps: IdentityDeps): Identity {
  const { database, clock, notices, sessions } = deps;
  const listeners: ((owner: bigint, state: State) => void)[] = [];
  const changed = (owner: bigint, state: State) => {
    for (const listener of listeners) listener(owner, state);
  };

  const decide: ReviewEffect = async (tx, { subject, owner }, { approved, reason }) => {
    const state = approved ? 'verified' : 'refused';
    const decided = await tx.drizzle
      .update(verifications)
      .set({ state, reason: approved ? null : reason, decidedAt: clock() })
      .where(and(eq(verifications.id, subject), eq(verifications.state, 'under-review')))
      .returning({ id: verifications.id });
    if (decided.length === 0) throw new Error(`application ${subject} is not under review`);
    await setStanding(tx, owner, approved ? 'verified' : 'not-verified');
    await notices.send(tx, owner, 'account', `notice/real-name-${state}`, approved ? {} : { reason });
    return () => {
      // Session permissions are cached for some seconds; this evicts the user's.
      sessions.forget();
      notices.changed(owner);
      changed(owner, state);
    };
  };
  deps.reviews.onDecision('real-name', decide);

  async function read(owner: bigint): Promise<Verification> {
    const [newest] = await database.drizzle
      .select()
      .from(verifications)
      .where(eq(verifications.owner, owner))
      .orderBy(desc(verifications.id))
      .limit(1);
    return asSeen(newest);
  }

  return {
    read,
    async apply(owner, application) {
      const checked = checkApplication(application);
      try {
        await database.transaction((tx) => open(tx, deps, owner, checked));
      } catch (error) {
        if (isUniqueViolation(error)) throw new Refusal('realNameAlreadyApplied');
        throw error;
      }
      changed(owner, 'under-review');
      return read(owner);
    },
    onChange: (listener) => void listeners.push(listener),
  };
}

/**
 * What makes a document one of one account: country and number, whatever kind it is said to be. Countries put the number of
 * one document on another, and a passport would pass for a second person as an identity card.
 */
export function documentKeyOf(country: string, number: string): string {
  return secretHash('document', country, number);
}

/** The stored fields of a checked application. */
interface CheckedApplication extends Pick<Application, 'documentType' | 'country'> {
  readonly firstName: string;
  readonly lastName: string;
  readonly number: string;
  readonly front: string;
  readonly back: string;
  readonly held: string;
}

function checkApplication(application: Application): CheckedApplication {
  const { documentType, country, front, back, held } = application;
  if (!countries.has(country)) throw new Refusal('chooseArea');
  const firstName = userName(application.firstName);
  const lastName = userName(application.lastName);
  if (firstName === null || lastName === null) throw new Refusal('enterName');
  const number = documentNumber(documentType, country, application.number);
  if (number === null) throw new Refusal('enterDocumentNumber');
  if (front === undefined || back === undefined || held === undefined) throw new Refusal('uploadPhotos');
  return { documentType, country, firstName, lastName, number, front, back, held };
}

async function open(
  tx: Transaction,
  { clock, files, reviews }: IdentityDeps,
  owner: bigint,
  application: CheckedApplication,
): Promise<void> {
  const { documentType, country, number, firstName, lastName, front, back, held } = application;
  const [standing] = await tx.drizzle
    .select({ verification: users.verification })
    .from(users)
    .where(eq(users.id, owner))
    .for('no key update');
  if (standing?.verification !== 'not-verified') throw new Refusal('realNameAlreadyApplied');
  const documentKey = documentKeyOf(country, number);
  const [row] = await tx.drizzle
    .insert(verifications)
    .values({ ...application, owner, documentKey, submittedAt: clock() })
    .returning({ id: verifications.id });
  if (row === undefined) throw new Error('an application was not written');
  await files.use(tx, owner, 'identity', [front, back, held], `real-name ${row.id}`);
  await setStanding(tx, owner, 'under-review');
  const facts = { document: documentType, country, 'first name': firstName, 'last name': lastName, number };
  await reviews.open(tx, { kind: 'real-name', subject: row.id, owner, facts });
}

async function setStanding(
  tx: Transaction,
  owner: bigint,
  verification: 'not-verified' | 'under-review' | 'verified',
): Promise<void> {
  await tx.drizzle.update(users).set({ verification }).where(eq(users.id, owner));
}

function asSeen(row: typeof verifications.$inferSelect | undefined): Verification {
  if (row === undefined) {
    const nothing = { reason: null, documentType: null, name: null, number: null };
    return { state: 'not-verified', ...nothing, submittedAt: null, decidedAt: null };
  }
  const { state, reason, documentType, submittedAt, decidedAt } = row;
  const name = maskedName(row.firstName, row.lastName);
  return { state, reason, documentType, name, number: maskedNumber(row.number), submittedAt, decidedAt };
}
