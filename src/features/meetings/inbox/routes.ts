import { keyWith } from '../../../http/access/api-key.ts';
import { emailQuery, ipAddressQuery } from '../../../http/query.ts';
import { type Route, route } from '../../../http/route.ts';
import { MAX_MAIL_BYTES } from '../../../mail-in/arrival.ts';
import { Id, Resource } from '../../../shapes/fields.ts';
import { Type } from '../../../shapes/type.ts';
import { Message, messageGroup } from '../messages/shapes.ts';
import { postMail } from './operations.ts';

const TakenMail = Resource({
  data: Message,
  meta: Resource(
    {
      message_ids: Type.Array(Id('message'), {
        description: 'One message for each recipient of this workspace. The first is the one that is shown.',
      }),
    },
    'InboundMessageMeta',
    'What the mail has become.',
  ),
});

const exampleMail = `From: Grace Hopper <grace@example.org>
To: sales.acme@rota.localhost
Subject: Product demo
Message-ID: <4711@example.org>
Date: Mon, 16 Nov 2026 09:29:58 +0000

Could we talk for 30 minutes next week?
`;

export const inboxRoutes: Route[] = [
  route({
    method: 'POST',
    url: '/api/v1/inbound_messages',
    access: keyWith('messages.write'),
    operation: 'createInboundMessage',
    group: messageGroup,
    summary: 'Hand in a mail',
    description:
      'Takes a raw mail, for providers that post mail instead of delivering it: to the address of a team or of the workspace, to the reply address of ' +
      'a participant, or to the address for reports. The mail is stored before the call returns and read a moment later: `understood_as` and ' +
      '`ignored_because` of the message tell what became of it. The same mail to the same address is one message, however often it is handed in. ' +
      'The sender is checked as for mail over SMTP. Refused with 503 while 10,000 mails of the workspace wait to be read.',
    query: {
      recipient: emailQuery(
        'The address of this workspace that it was delivered to. Without it, the addresses in `Delivered-To`, `X-Original-To` or ' +
          '`Envelope-To` count, or else those in `To` and `Cc`.',
      ),
      sender: emailQuery(
        'The envelope sender; empty for a report. Without it, the address in `Return-Path` counts, or else in `From`.',
        { mayBeEmpty: true },
      ),
      client_address: ipAddressQuery(
        'The IP address that the provider got it from, used to check the sender. It does not prove a trusted network.',
      ),
    },
    bytes: {
      contentTypes: ['message/rfc822'],
      maxBytes: MAX_MAIL_BYTES,
      what: 'a mail',
      description: 'The mail as it came in, with its headers: at most 1 MiB.',
      example: exampleMail,
      file: 'mail.eml',
    },
    response: {
      status: 202,
      description: 'It is stored, and will be read.',
      shape: TakenMail,
      example: {
        data: {
          meeting_request_id: null,
          direction: 'in',
          kind: 'request',
          from: '"Grace Hopper" <grace@example.org>',
          to: 'sales.acme@rota.localhost',
          subject: 'Product demo',
          text: '',
          status: 'received',
          attempts: 0,
          sent_at: null,
        },
      },
    },
    refusals: {
      validation_error: 'recipient is not an address of this workspace that takes mail',
    },
    handle: (context, { query, bytes }) => postMail(context, { ...query, raw: bytes }),
  }),
];
