import { type RefObject, useRef } from 'react';
import { type FormFailures, useFormFailures } from '#app/features/account/log-in/form-failures.ts';
import { type PasswordField, fieldOfPasswordCode } from '../password-refusals.ts';
import { type Checks, useProof } from './proof.ts';

interface ProofForm {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly failures: FormFailures<PasswordField>;
  readonly proof: ReturnType<typeof useProof>;
}

/** A form in which one proves to be the owner of the account, with what went wrong in it. @param hasPassword as of `useProof` */
export function useProofForm(checks: Checks, hasPassword: boolean): ProofForm {
  const form = useRef<HTMLFormElement>(null);
  const failures = useFormFailures<PasswordField>(form, fieldOfPasswordCode);
  return { form, failures, proof: useProof(checks, hasPassword, failures.refuse) };
}
