import { keyWith } from '../../../http/access/api-key.ts';
import { pageQuery } from '../../../http/query.ts';
import { type Route, route } from '../../../http/route.ts';
import { Many, One } from '../../../shapes/fields.ts';
import { exportPerson } from './export.ts';
import { createErasure, getErasure, listErasures } from './operations.ts';
import { Erasure, ExportInput, ExportPage, NewErasure } from './shapes.ts';

const group = {
  name: 'Privacy',
  description:
    'What is kept about people: read it, erase it, and decide how long to keep it. Keys that were made before these scopes ' +
    "existed don't have them.",
};

export const erasureRoutes: Route[] = [
  route({
    method: 'POST',
    url: '/api/v1/erasures',
    access: keyWith('privacy.write'),
    operation: 'createErasure',
    group,
    summary: 'Erase everything about a participant',
    description:
      'Removes an address from the whole workspace, with the name, the comments and the mails of the person it belongs to. Requests and messages ' +
      'stay, with a stand-in such as `erased-1@erased.invalid`, so that everybody else can still read their history. It runs in the ' +
      'background: `status` says when it is done. Refused for an address of a member, for one that a calendar or a webhook endpoint works with, and, ' +
      'without `cancel_open_requests`, while there are open requests with the person. A second one for the same address is a 409 until the first is done. Fires no event of its own.',
    body: NewErasure,
    response: {
      status: 202,
      description: 'The erasure has begun.',
      shape: One(Erasure),
      example: { data: { status: 'running' } },
    },
    refusals: {
      validation_error:
        'cancel_open_requests is required: 2 meeting requests with this person are active, paused, or booked and not over',
    },
    handle: async (context, { body }) => ({ data: await createErasure(context, body) }),
  }),
  route({
    method: 'GET',
    url: '/api/v1/erasures',
    access: keyWith('privacy.read'),
    operation: 'listErasures',
    group,
    summary: 'List erasures',
    description: 'Lists the receipts of all erasures, newest first. None says whose address it was.',
    query: pageQuery('erasure'),
    response: { status: 200, description: 'A page of erasures.', shape: Many(Erasure) },
    handle: (context, { query }) => listErasures(context, query),
  }),
  route({
    method: 'GET',
    url: '/api/v1/erasures/:id',
    access: keyWith('privacy.read'),
    operation: 'getErasure',
    group,
    summary: 'Read the receipt of an erasure',
    description: 'Whether it is done, and how much was changed or removed.',
    path: { id: { kind: 'erasure', what: 'Erasure' } },
    response: { status: 200, description: 'The erasure.', shape: One(Erasure) },
    handle: async (context, { path }) => ({ data: await getErasure(context, path.id) }),
  }),
  route({
    method: 'POST',
    url: '/api/v1/exports',
    access: keyWith('privacy.read'),
    operation: 'exportPerson',
    group,
    summary: 'Read everything about a participant',
    description:
      'Reads what is kept about an address, page by page, from every place that an erasure searches. Changes nothing; it is a POST so that the address is in no ' +
      'log of URLs.',
    body: ExportInput,
    response: { status: 200, description: 'A page of records.', shape: ExportPage },
    handle: (context, { body }) => exportPerson(context, body),
  }),
];
