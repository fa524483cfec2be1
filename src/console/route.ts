import { hash } from 'node:crypto';
import type { Services } from '../context.ts';
import { RotaError } from '../errors.ts';
import { sendOnce } from '../features/people/sessions/sent-forms.ts';
import { banner } from '../html/blocks.ts';
import type { Content } from '../html/html.ts';
import { withQuery } from '../html/urls.ts';
import { type GivenBySession, withSession } from '../http/access/session.ts';
import { FormPage, SeeOther } from '../http/form-results.ts';
import { FramedPage } from '../http/framed-page.ts';
import { choiceQuery, parseQuery, type QueryShape, type QueryValues, textQuery } from '../http/query.ts';
import { htmlPage, type PathShape, type Route, route } from '../http/route.ts';
import { capitalized } from '../text/capitalized.ts';
import type { SentFields } from './fields.ts';
import { type Outcome, outcomeNames, outcomes } from './outcomes.ts';
import type { Permission, Subject } from './permissions.ts';
import { type Labels, sentenceOf } from './refusals.ts';
import { requirePermission, type Screen, type Sent, screenOf } from './screen.ts';
import { renderShell } from './shell.ts';

const group = { name: 'Console', description: 'Pages for the members of a workspace.' };
const done = {
  done: choiceQuery(outcomeNames, 'What came of the form that was sent.'),
  with: textQuery('The id of the thing that it was about.'),
  also: choiceQuery(outcomeNames, 'What else came of it.'),
};

type Ids<Path extends PathShape> = { [Name in keyof Path]: string };

/** What a page shows inside the shell. */
export interface Shown {
  title: string;
  content: Content;
  /** Values of `Set-Cookie`. */
  cookies?: string[];
  /** What needs a person beside requests, for the navigation: counted anew unless the page knows it. */
  troubles?: number;
  /** What came of a form, in words that name the thing: “Ben is paused until Monday.” */
  says?: Partial<Record<Outcome, string>>;
}

interface Definition<Path extends PathShape> {
  /** In Fastify's form: `/console/teams/:id`. */
  url: string;
  /** A few words on what it is. */
  summary: string;
  path?: Path;
  may: Permission;
  /** The subject of `may`. Left out if that is the whole workspace. */
  of?: (path: Ids<Path>) => Subject;
}

interface PageDefinition<Path extends PathShape, Query extends QueryShape> extends Definition<Path> {
  query?: Query;
  show(screen: Screen, input: { path: Ids<Path>; query: QueryValues<Query> }): Promise<Shown>;
}

export interface ConsolePage {
  route: Route;
  /** Renders the page again for a refused form, without query parameters. */
  showAgain(screen: Screen, ids: Record<string, string>): Promise<string>;
}

/** A page of the console. Opening it changes nothing. */
export function page<
  const Path extends PathShape = Record<never, never>,
  Query extends QueryShape = Record<never, never>,
>(definition: PageDefinition<Path, Query>): ConsolePage {
  const { url, summary, path, query, may, of, show } = definition;
  return {
    async showAgain(screen, ids) {
      const values = parseQuery(query ?? {}, {}) as QueryValues<Query>;
      return render(screen, url, await show(screen, { path: ids as Ids<Path>, query: values }));
    },
    route: route({
      method: 'GET',
      url,
      access: withSession,
      operation: operationOf('show', url),
      group,
      summary,
      description: 'A page of the console.',
      ...(path && { path }),
      query: { ...emptyAsLeftOut(query), ...done },
      response: htmlPage,
      async handle(given: Services & GivenBySession, input) {
        const ids = input.path as Ids<Path>;
        const values = input.query as QueryValues<Query> & QueryValues<typeof done>;
        const screen = {
          ...screenOf(given),
          done: values.done,
          alsoDone: values.also,
          doneWith: values.with,
        };
        await requirePermission(screen, may, of?.(ids));
        const shown = await show(screen, { path: ids, query: values });
        const body = await render(screen, url, shown);
        return shown.cookies ? new FormPage(200, body, shown.cookies) : body;
      },
    }),
  };
}

/** Browsers send empty filter fields, too: treats them as left out. */
function emptyAsLeftOut(query: QueryShape = {}): QueryShape {
  const parameters = Object.entries(query).map(([name, { schema, description, parse }]) => [
    name,
    { schema, description, parse: (raw: string | undefined) => parse(raw || undefined, name) },
  ]);
  return Object.fromEntries(parameters);
}

/** Where a form leads: a console page that shows the outcome. */
interface Next {
  to: string;
  done?: Outcome;
  /** The id of the thing, where the page shows several. */
  with?: string;
  /** What else came of it, such as an invitation of somebody who was added. */
  also?: Outcome | undefined;
}

/** Responds to a form with a page instead of a redirect: for secrets, which are shown once. */
interface ShownOnce {
  shown: Shown;
}

interface FormDefinition<Path extends PathShape> extends Definition<Path> {
  /** The page that has the form, shown again if it is refused. The form's path must have all of that page's ids. */
  on: ConsolePage;
  /** As on a route of the API. */
  line?: Route['line'];
  /** Shows what the form would do, in a page with a button that does it. Undefined to go on and do it. */
  preview?(screen: Screen, input: { path: Ids<Path>; fields: SentFields }): Promise<Shown | undefined>;
  formBytes?: number;
  /** True for a form that may be sent again, such as by a reload: it is done anew each time, and nothing is lost by it. */
  isRepeatable?: boolean;
  /** What this form calls fields that others call otherwise: a refusal names them as they stand on the page. */
  labels?: Labels;
  /** For buttons that change what is typed, such as one more row: the fields to show instead of saving. Undefined for any other button. */
  edit?(fields: SentFields): SentFields | undefined;
  /** Calls the operation. Its refusal is shown on the page. */
  send(screen: Screen, input: { path: Ids<Path>; fields: SentFields }): Promise<Next | ShownOnce>;
}

export function form<const Path extends PathShape = Record<never, never>>(
  definition: FormDefinition<Path>,
): Route {
  const { url, summary, path, may, of, on, preview, send, line, formBytes, edit, labels } = definition;
  const once = definition.isRepeatable ? anew : sendOnce;
  return route({
    method: 'POST',
    url,
    access: withSession,
    operation: operationOf('send', url),
    group,
    summary,
    description: 'Sent by a form of the console.',
    ...(path && { path }),
    ...(line && { line }),
    ...(formBytes && { formBytes }),
    response: { status: 303, description: 'The page, as it is now.' },
    async handle(given: Services & GivenBySession, input) {
      const ids = input.path as Ids<Path>;
      const fields = input.body as SentFields;
      const screen = screenOf(given);
      const action = filledIn(url, ids);
      await requirePermission(screen, may, of?.(ids));
      const edited = edit?.(fields);
      if (edited) {
        const sent: Sent = { action, fields: edited, message: '', field: undefined };
        return new FormPage(200, await on.showAgain({ ...screen, sent }, ids));
      }
      try {
        const previewed = await preview?.(screen, { path: ids, fields });
        if (previewed) return new FormPage(200, await render(screen, url, previewed));
        let shown: Shown | undefined;
        const leadsTo = await once(screen, sentForm(given, action, fields), async (database) => {
          const next = await send({ ...screen, database }, { path: ids, fields });
          if ('to' in next) return withQuery(next.to, { done: next.done, with: next.with, also: next.also });
          shown = next.shown;
          return null;
        });
        if (leadsTo !== null) return new SeeOther(leadsTo);
        return new FormPage(200, await render(screen, url, shown as Shown), (shown as Shown).cookies);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        const message = sentenceOf(error, screen.dates.moment, labels);
        const sent: Sent = { action, fields, message, field: error.refusal.field };
        return new FormPage(422, await on.showAgain({ ...screen, sent }, ids));
      }
    },
  });
}

interface FrameDefinition<Path extends PathShape, Query extends QueryShape> extends Definition<Path> {
  query: Query;
  /** A whole document. */
  show(screen: Screen, query: QueryValues<Query>, ids: Ids<Path>): Promise<string>;
}

/** What a page of the console shows in a frame. */
export function frame<
  const Path extends PathShape = Record<never, never>,
  const Query extends QueryShape = Record<never, never>,
>(definition: FrameDefinition<Path, Query>): Route {
  const { url, summary, path, query, may, of, show } = definition;
  return route({
    method: 'GET',
    url,
    access: withSession,
    operation: operationOf('show', url),
    group,
    summary,
    description: 'Shown in a frame of the console.',
    path: path as Path,
    query,
    response: { status: 200, description: 'A document.' },
    async handle(given: Services & GivenBySession, input) {
      const screen = screenOf(given);
      const ids = input.path as Ids<Path>;
      await requirePermission(screen, may, of?.(ids));
      return new FramedPage(await show(screen, input.query as QueryValues<Query>, ids));
    },
  });
}

/** In place of `sendOnce`. */
const anew: typeof sendOnce = (screen, _form, work) => work(screen.database);

/** Identifies a submission by its content, too: somebody may go back and send the same form with other values. */
function sentForm({ session, form }: GivenBySession, action: string, { form: _, ...typed }: SentFields) {
  const content = JSON.stringify([form?.nonce, action, Object.entries(typed).sort()]);
  return { session_id: session.id, digest: hash('sha256', content) };
}

/** True for errors that the sender can do something about. */
function isRefusal(error: unknown): error is RotaError {
  return (
    error instanceof RotaError && ['validation_error', 'invalid_request', 'conflict'].includes(error.type)
  );
}

/** `showTeamsId` for `/console/teams/:id`. */
function operationOf(verb: string, url: string): string {
  const words = url.split(/[/:_-]+/).filter(Boolean);
  return verb + words.map(capitalized).join('');
}

function filledIn(url: string, ids: Record<string, string>): string {
  return url.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? '');
}

function render(screen: Screen, url: string, { title, content, says, troubles }: Shown): Promise<string> {
  const { sent } = screen;
  const said = sent
    ? sent.message !== '' && banner('problem', sent.message)
    : screen.done && banner('success', outcomeInWords(screen, says));
  return renderShell(screen, { title, content, current: url, banner: said, troubles });
}

function outcomeInWords({ done: first, alsoDone }: Screen, says: Shown['says']): string {
  const all = [first, alsoDone].filter((outcome) => outcome !== undefined);
  return all.map((outcome) => says?.[outcome] ?? outcomes[outcome]).join(' ');
}
