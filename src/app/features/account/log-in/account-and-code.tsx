import { CodeField } from '../codes/code-field.tsx';
import type { CodeSending } from '../codes/code-sends.ts';
import { AccountFields } from './account-fields.tsx';
import type { AccountForm } from './account-form.ts';

interface AccountAndCodeProps {
  readonly entry: AccountForm<{ readonly code: string }, 'account' | 'code'>;
  readonly sending: CodeSending;
}

/** An account, and the code that proves it is one's own: it is asked for once the account can be one. */
export function AccountAndCode({ entry, sending }: AccountAndCodeProps) {
  const { failures, draft, change, accountProblem } = entry;
  return (
    <>
      <AccountFields error={failures.of('account')} onTouched={() => failures.touch('account')} />
      <CodeField
        value={draft.code}
        error={failures.of('code')}
        sending={sending}
        onAsk={() => {
          if (failures.check({ account: accountProblem })) sending.ask();
        }}
        onChange={(code) => {
          change({ code });
          failures.touch('code');
        }}
      />
    </>
  );
}
