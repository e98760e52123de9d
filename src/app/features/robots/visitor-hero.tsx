import { Trans } from '@lingui/react/macro';
import { Button } from '../../ui/controls/Button.tsx';
import hero from '../../ui/layout/Hero.module.css';
import css from './visitor-hero.module.css';

const logInHref = '#/pages/login/login?to=%2Fpages%2FAI_quantification%2FAI_quantification';

/** For those without an account: what a robot is, and the way in. */
export function VisitorHero() {
  return (
    <section className={hero['hero']}>
      <p className={hero['nothing']}>
        <Trans>Robots that really trade</Trans>
      </p>
      <p className={hero['line']}>
        <Trans>
          A robot follows one strategy and places real orders in the book. Its income is its realized profit, and you
          can back-test it before you risk any coins.
        </Trans>
      </p>
      <div className={css['action']}>
        <Button kind="primary" href={logInHref}>
          <Trans>Log in to start one</Trans>
        </Button>
      </div>
    </section>
  );
}
