import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { OtpField } from '#app/ui/controls/OtpField.tsx';
import { Segmented } from '#app/ui/controls/Segmented.tsx';
import { CodeField } from '#app/features/account/codes/code-field.tsx';
import type { FormFailures } from '#app/features/account/log-in/form-failures.ts';
import type { Proof } from './proof.ts';
import type { ProofWay } from './proof-draft.ts';
import css from '../security.module.css';
import { PasswordField } from '#app/features/account/password-field.tsx';

interface ProofFieldsProps {
  readonly proof: Proof;
  /** Which password is asked for. */
  readonly password: 'login' | 'transaction';
  /** Those of the form, which has other fields as well. */
  readonly failures: Pick<FormFailures<'proof'>, 'of' | 'touch'>;
}

/** How the user proves to be the owner: by a password, or by a code to a contact of theirs. */
export function ProofFields({ proof, password, failures }: ProofFieldsProps) {
  const { t } = useLingui();
  const error = failures.of('proof');
  const { ways, way, draft, change, contact } = proof;
  const names: Record<ProofWay, string> = {
    password: password === 'login' ? t`Password` : t`Current password`,
    email: t`Email code`,
    phone: t`Phone code`,
  };
  const enter = (part: Parameters<typeof change>[0]) => {
    change(part);
    failures.touch('proof');
  };
  return (
    <>
      {ways.length > 1 && way !== null && (
        <Segmented
          label={t`Confirm with`}
          items={ways.map((id) => ({ id, label: names[id] }))}
          value={way}
          onChange={(chosen) => enter({ way: chosen, code: '' })}
        />
      )}
      {way === 'password' && password === 'login' && (
        <PasswordField
          label={t`Login password`}
          name="password"
          enterKey="next"
          value={draft.password}
          error={error}
          onChange={(text) => enter({ password: text })}
        />
      )}
      {way === 'password' && password === 'transaction' && (
        <OtpField
          hidden
          label={t`Current transaction password`}
          value={draft.password}
          error={error}
          onChange={(text) => enter({ password: text })}
        />
      )}
      {contact !== null && (
        <>
          <p className={css['note']}>
            <Trans>We send a code to {contact}.</Trans>
          </p>
          <CodeField
            key={way}
            value={draft.code}
            error={error}
            sending={proof.sending}
            onAsk={proof.sending.ask}
            onChange={(code) => enter({ code })}
          />
        </>
      )}
    </>
  );
}

/** Leads a user without a contact, who has no other proof than a password, to link one. */
export function ForgottenProof({ proof }: Pick<ProofFieldsProps, 'proof'>) {
  if (proof.ways.length !== 1) return null;
  return (
    <p className={css['note']}>
      <Trans>
        Forgot it? <Link to="/pages/mine/bondEmailOrPhone">Link an email or phone</Link> to confirm with a code.
      </Trans>
    </p>
  );
}
