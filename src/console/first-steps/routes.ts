import { validationError } from '../../errors.ts';
import { sendTestMail } from '../../features/people/notices/test-mail.ts';
import { restoreStep, skipStep } from '../../features/workspace/first-steps/operations.ts';
import { type FirstStep, isFirstStep } from '../../features/workspace/first-steps/rules.ts';
import { updateWorkspace } from '../../features/workspace/workspaces/operations.ts';
import { WorkspaceUpdate } from '../../features/workspace/workspaces/shapes.ts';
import { html } from '../../html/html.ts';
import { pageHead } from '../../html/sections.ts';
import type { Route } from '../../http/route.ts';
import { check } from '../../shapes/check.ts';
import { type SentFields, text } from '../fields.ts';
import type { Outcome } from '../outcomes.ts';
import { form, page } from '../route.ts';
import { stepList } from './list.ts';
import { FIRST_STEPS, OWN_ZONE, RESTORE, SKIP, TEST_MAIL } from './paths.ts';
import { readFirstSteps } from './read.ts';

const title = 'First steps';

const list = page({
  url: FIRST_STEPS,
  summary: 'How far the workspace is set up',
  may: 'edit_settings',
  async show(screen) {
    const steps = await readFirstSteps(screen);
    return {
      title,
      content: html`${pageHead({ above: [{ href: '/console/settings', label: 'Settings' }], title, lead: 'What a new workspace needs. Do it in any order, and skip what you don’t need.' })}
<div id="first-steps" data-live="meeting_request.">${stepList(screen, steps, 'list')}</div>`,
    };
  },
});

const shared = { on: list, may: 'edit_settings' } as const;

/** Back to where the form was: to the overview, or to the whole list. */
const leadsBack = (fields: SentFields, done: Outcome) => ({
  to: text(fields, 'back') === 'list' ? FIRST_STEPS : '/console',
  done,
});

function stepIn(fields: SentFields): FirstStep {
  const step = text(fields, 'step');
  if (!isFirstStep(step)) {
    throw validationError('step must be one of the first steps', {
      field: 'step',
      plain: 'There is no such step. Reload the page and try again.',
    });
  }
  return step;
}

export const firstStepRoutes: Route[] = [
  list.route,
  form({
    ...shared,
    url: SKIP,
    summary: 'Skip a step',
    async send(screen, { fields }) {
      await skipStep(screen, stepIn(fields));
      return leadsBack(fields, 'step_skipped');
    },
  }),
  form({
    ...shared,
    url: RESTORE,
    summary: 'Put a skipped step back',
    async send(screen, { fields }) {
      await restoreStep(screen, stepIn(fields));
      return leadsBack(fields, 'step_restored');
    },
  }),
  form({
    ...shared,
    url: OWN_ZONE,
    summary: 'Use the time zone of the browser for the workspace',
    async send(screen, { fields }) {
      await updateWorkspace(screen, check(WorkspaceUpdate, { timezone: text(fields, 'timezone') }));
      return leadsBack(fields, 'workspace_zone_set');
    },
  }),
  form({
    ...shared,
    url: TEST_MAIL,
    summary: 'Send a test mail to whoever is signed in',
    async send(screen, { fields }) {
      if (screen.config.smtpUrl === undefined) {
        throw validationError('This server has no mail server yet. Set one up first.');
      }
      await sendTestMail(screen);
      return leadsBack(fields, 'test_mail_sent');
    },
  }),
];
