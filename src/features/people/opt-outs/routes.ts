import { keyWith } from '../../../http/access/api-key.ts';
import { pageQuery, textQuery } from '../../../http/query.ts';
import { type Route, route } from '../../../http/route.ts';
import { CreatedAt, Id, Many, Resource } from '../../../shapes/fields.ts';
import { Type } from '../../../shapes/type.ts';
import { deleteOptOut, listOptOuts } from './operations.ts';

const OptOut = Resource(
  {
    id: Id('optOut', 'Names the opt-out.'),
    email: Type.String({
      description: 'The address that is offered no times and sent no reminders.',
      examples: ['grace@example.org'],
    }),
    created_at: CreatedAt('optOut', 'When they asked for it.'),
  },
  'OptOut',
  'Somebody who asked the workspace not to write to them any more.',
);

const group = {
  name: 'Opt-outs',
  description:
    'Participants who asked not to be written to any more, with the link in a message. They are offered no times and sent no reminders; a request ' +
    'that needs either gets `opted_out` as its reason for attention. Invites, changes and cancellations of booked meetings are still sent.',
};

export const optOutRoutes: Route[] = [
  route({
    method: 'GET',
    url: '/api/v1/opt_outs',
    access: keyWith('messages.read'),
    operation: 'listOptOuts',
    group,
    summary: 'List opt-outs',
    description: 'Lists the people who asked the workspace not to write to them any more, newest first.',
    query: {
      ...pageQuery('optOut'),
      email: textQuery('Only that of this address, whatever its case.'),
    },
    response: { status: 200, description: 'A page of opt-outs.', shape: Many(OptOut) },
    handle: (context, { query }) => listOptOuts(context, query, query),
  }),
  route({
    method: 'DELETE',
    url: '/api/v1/opt_outs/:id',
    access: keyWith('messages.write'),
    operation: 'deleteOptOut',
    group,
    summary: 'Remove an opt-out',
    description:
      'Allows writing to the person again. Only do it if they asked for it; they can also do it themselves, with the link in any message. Nothing is ' +
      'sent because of it; `POST …/follow_up` continues a request that needs attention because of the opt-out.',
    path: { id: { kind: 'optOut', what: 'Opt-out' } },
    response: { status: 204, description: 'The opt-out is removed.' },
    handle: (context, input) => deleteOptOut(context, input.path.id),
  }),
];
