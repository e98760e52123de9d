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
          A robot follows one strategy, and every order of it stands in the book. Its income is what it made, and you
          can try it on past prices before a coin is at risk.
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
