import { Nullable, Resource } from '../../../shapes/fields.ts';
import { Type } from '../../../shapes/type.ts';
import type { KeptKind } from './rules.ts';

const MAX_DAYS = 36_500;

const Days = (description: string, example: number | null) =>
  Type.Integer({ minimum: 1, maximum: MAX_DAYS, description, examples: [example] });

const described: Record<KeptKind, string> = {
  requests_days:
    'Days that meeting requests are kept once they are over, with their participants, options, messages and invites.',
  messages_days: 'Days that messages and incoming mails are kept.',
  events_days: 'Days that events and finished deliveries are kept.',
  audit_log_days: 'Days that entries of the audit log are kept.',
};

const own = (example: Record<KeptKind, number | null>) => ({
  requests_days: Days(`${described.requests_days} Null: as the service does.`, example.requests_days),
  messages_days: Days(`${described.messages_days} Null: as the service does.`, example.messages_days),
  events_days: Days(`${described.events_days} Null: as the service does.`, example.events_days),
  audit_log_days: Days(`${described.audit_log_days} Null: as the service does.`, example.audit_log_days),
});

const { requests_days, messages_days, events_days, audit_log_days } = own({
  requests_days: 180,
  messages_days: 90,
  events_days: null,
  audit_log_days: null,
});

export const Retention = Resource(
  {
    requests_days: Nullable(requests_days),
    messages_days: Nullable(messages_days),
    events_days: Nullable(events_days),
    audit_log_days: Nullable(audit_log_days),
    service: Resource(
      {
        requests_days: Nullable(Days(`${described.requests_days} Null: for good.`, null)),
        messages_days: Nullable(Days(`${described.messages_days} Null: for good.`, 365)),
        events_days: Nullable(Days(`${described.events_days} Null: for good.`, 30)),
        audit_log_days: Nullable(Days(`${described.audit_log_days} Null: for good.`, null)),
      },
      undefined,
      'The settings of the service. A workspace can keep things for a shorter time, but not for longer.',
    ),
  },
  'Retention',
  'How long the workspace keeps what is over.',
);

export const RetentionUpdate = Type.Object({
  requests_days: Type.Optional(Nullable(requests_days)),
  messages_days: Type.Optional(Nullable(messages_days)),
  events_days: Type.Optional(Nullable(events_days)),
  audit_log_days: Type.Optional(Nullable(audit_log_days)),
});
