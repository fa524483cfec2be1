// The audit entries of a request, in words.
import type { listAuditEntries } from '../../features/audit-log/operations.ts';
import type { Dates } from '../../html/dates.ts';
import { attentions, inWords, statusLabel } from './words.ts';
import { momentAt } from './state.ts';
import type { People } from './read.ts';
import type { AttentionReason } from '../../features/events/event-types.ts';
import type { OfferReason } from '../../features/scheduling/rules.ts';

export type AuditEntry = Awaited<ReturnType<typeof listAuditEntries>>['data'][number];

interface Decision {
  title: string;
  detail?: string | undefined;
}
