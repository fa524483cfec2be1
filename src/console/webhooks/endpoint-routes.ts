import { conflict } from '../../errors.ts';
import {
  countWaiting,
  listDeliveries,
  recoverDeliveries,
} from '../../features/events/webhook-deliveries/operations.ts';
import { statuses } from '../../features/events/webhook-deliveries/rules.ts';
import { Recovery } from '../../features/events/webhook-deliveries/shapes.ts';
import {
  createEndpoint,
  deleteEndpoint,
  rotateSecret,
  testEndpoint,
  updateEndpoint,
} from '../../features/events/webhook-endpoints/operations.ts';
import {
  getWatchedEndpoint,
  listFailingEndpoints,
  listWatchedEndpoints,
} from '../../features/events/webhook-endpoints/overview.ts';
import { EndpointChanges, NewEndpoint } from '../../features/events/webhook-endpoints/shapes.ts';
import { html } from '../../html/html.ts';
import { choiceQuery, pageQuery, textQuery } from '../../http/query.ts';
import type { Route } from '../../http/route.ts';
import { check } from '../../shapes/check.ts';
import { dayQuery, startOfDay } from '../day-query.ts';
import { isChecked, text, timeOrNull } from '../fields.ts';
import { form, page } from '../route.ts';
import type { Screen } from '../screen.ts';
import { momentOf } from '../words.ts';
import { endpointPage } from './endpoint.ts';
import { newEndpointPage, sentEndpoint, sentHeaders } from './endpoint-fields.ts';
import { endpointsPage } from './endpoints.ts';
import { deliveryPath, endpointPath, NEW_ENDPOINT, WEBHOOKS } from './paths.ts';
import { secretPage } from './secret.ts';
import { settingsPage } from './settings.ts';

const may = 'manage_webhooks';
const path = { id: { kind: 'endpoint', what: 'Webhook endpoint' } } as const;
/** One page is enough: usually either few endpoints fail, or all of them. */
const MAX_FAILING = 50;

const list = page({
  url: WEBHOOKS,
  summary: 'Webhook endpoints',
  query: {
    ...pageQuery('endpoint'),
    show: choiceQuery(['failing'], 'Only those that fail.'),
  },
  may,
  async show(screen, { query }) {
    const { show, cursor } = query;
    const { data, meta } = show
      ? { data: await listFailingEndpoints(screen, { limit: MAX_FAILING }), meta: { next_cursor: null } }
      : await listWatchedEndpoints(screen, query);
    const ids = data.map(({ id }) => id);
    const waiting = await countWaiting(screen, ids);
    return endpointsPage(screen, { endpoints: data, waiting, show, cursor, next: meta.next_cursor });
  },
});

const newEndpoint = page({
  url: NEW_ENDPOINT,
  summary: 'Add a webhook endpoint',
  may,
  show: async (screen) => newEndpointPage(screen),
});

const one = page({
  url: `${WEBHOOKS}/:id`,
  summary: 'A webhook endpoint and its deliveries',
  path,
  query: {
    ...pageQuery('delivery'),
    status: choiceQuery(statuses, 'Only deliveries in this state.'),
    event_type: textQuery('Only deliveries of this type of event.'),
    since: dayQuery('Only deliveries that were made on this day or later.'),
  },
  may,
  async show(screen, { path: { id }, query }) {
    const { status, event_type, since, cursor } = query;
    const created_after = since === undefined ? undefined : startOfDay(since, screen.dates.timezone);
    const endpoint = await getWatchedEndpoint(screen, id);
    const waiting = (await countWaiting(screen, [id])).get(id) ?? 0;
    const { data, meta } = await listDeliveries(screen, id, { ...query, created_after });
    const filter = { status, event_type, since };
    return endpointPage(screen, {
      endpoint,
      waiting,
      deliveries: { filter, deliveries: data, cursor, next: meta.next_cursor },
    });
  },
});

const settings = page({
  url: `${WEBHOOKS}/:id/settings`,
  summary: 'The settings of a webhook endpoint',
  path,
  may,
  show: async (screen, { path: { id } }) => settingsPage(screen, await getWatchedEndpoint(screen, id)),
});

/** A calendar has an address, an endpoint a URL. */
const labels = { url: 'URL' };

/** A form with nothing but the button. */
const switchForm = (enabled: boolean, verb: 'enable' | 'disable') =>
  form({
    url: `${WEBHOOKS}/:id/${verb}`,
    summary: `${verb === 'enable' ? 'Enable' : 'Disable'} a webhook endpoint`,
    path,
    may,
    on: one,
    async send(screen, { path: { id } }) {
      await updateEndpoint(screen, id, { enabled });
      return { to: endpointPath(id), done: `endpoint_${verb}d` };
    },
  });

export const endpointRoutes: Route[] = [
  list.route,
  newEndpoint.route,
  form({
    url: NEW_ENDPOINT,
    summary: 'Add a webhook endpoint',
    may,
    on: newEndpoint,
    labels,
    line: { name: 'webhook_endpoints' },
    async send(screen, { fields }) {
      const input = check(NewEndpoint, { ...sentEndpoint(fields), headers: sentHeaders(fields) });
      const endpoint = await createEndpoint(screen, input);
      return { shown: secretPage(screen, { title: 'Endpoint added', endpoint }) };
    },
  }),
  one.route,
  settings.route,
  form({
    url: `${WEBHOOKS}/:id/settings`,
    summary: 'Change a webhook endpoint',
    path,
    may,
    on: settings,
    labels,
    async send(screen, { path: { id }, fields }) {
      const headers = isChecked(fields, 'without_headers') ? [] : sentHeaders(fields);
      const input = check(EndpointChanges, { ...sentEndpoint(fields), ...(headers && { headers }) });
      await updateEndpoint(screen, id, input);
      return { to: endpointPath(id), done: 'endpoint_saved' };
    },
  }),
  form({
    url: `${WEBHOOKS}/:id/rotate-secret`,
    summary: 'Replace the signing secret',
    path,
    may,
    on: settings,
    async send(screen, { path: { id }, fields }) {
      await requireUnchanged(screen, id, text(fields, 'updated_at'));
      const endpoint = await rotateSecret(screen, id);
      const { former_secret_until: until } = await getWatchedEndpoint(screen, id);
      const note =
        until &&
        html`Deliveries are also signed with the old secret until ${momentOf(screen, until)}. Give the receiver the new one before then.`;
      return { shown: secretPage(screen, { title: 'Secret replaced', note, endpoint }) };
    },
  }),
  switchForm(true, 'enable'),
  switchForm(false, 'disable'),
  form({
    url: `${WEBHOOKS}/:id/test`,
    summary: 'Send a test event',
    path,
    may,
    on: one,
    async send(screen, { path: { id } }) {
      const { delivery_id } = await testEndpoint(screen, id);
      return { to: deliveryPath(id, delivery_id), done: 'endpoint_tested' };
    },
  }),
  form({
    url: `${WEBHOOKS}/:id/recover`,
    summary: 'Send failed deliveries again',
    path,
    may,
    on: one,
    async send(screen, { path: { id }, fields }) {
      const since = timeOrNull(fields, 'since', screen.dates.timezone);
      const { recovered } = await recoverDeliveries(screen, id, check(Recovery, { since }));
      return { to: endpointPath(id), done: recovered > 0 ? 'deliveries_recovered' : 'nothing_recovered' };
    },
  }),
  form({
    url: `${WEBHOOKS}/:id/delete`,
    summary: 'Delete a webhook endpoint',
    path,
    may,
    on: settings,
    async send(screen, { path: { id } }) {
      await deleteEndpoint(screen, id);
      return { to: WEBHOOKS, done: 'endpoint_deleted' };
    },
  }),
];

/** A page opened before somebody else replaced the secret must not replace it again, and neither must reloading it later. */
async function requireUnchanged(screen: Screen, id: string, updatedAt: string): Promise<void> {
  const { updated_at } = await getWatchedEndpoint(screen, id);
  if (updated_at !== updatedAt)
    throw conflict('The endpoint has changed since this page was opened', {
      plain: 'This endpoint has changed since you opened the page. Look at it again first.',
    });
}
