import type { PageRequest } from '../../../pagination.ts';
import type { Reader } from '../../../storage/database.ts';
import { readPage } from '../../../storage/newest-first.ts';

/** What was used in a month. For members and seats, the maximum at any time. */
export interface UsageCounts {
  meeting_requests: number;
  bookings: number;
  messages_sent: number;
  messages_received: number;
  events: number;
  api_requests: number;
  members: number;
  seats: number;
}

export interface UsageRow extends UsageCounts {
  workspace_id: string;
  month: string;
}

const columns = `usage_months.workspace_id, month, meeting_requests, bookings, messages_sent, messages_received, events,
  api_requests, members, seats`;

export function selectUsageMonths(
  reader: Reader,
  workspaceId: string,
  { from, to }: { from: string; to: string },
) {
  return reader.all<UsageRow>(
    `select ${columns} from usage_months
     where usage_months.workspace_id = $1 and month >= $2 and month <= $3 order by month`,
    [workspaceId, from, to],
  );
}

/** For operators, who see the whole installation. A page and one more, newest workspace first. */
export function selectUsageOfAll(reader: Reader, month: string, { limit, cursor }: PageRequest) {
  const before = cursor === undefined ? '' : 'and usage_months.workspace_id < $2';
  return readPage(limit, (rows) =>
    reader.all<UsageRow>(
      `select ${columns} from usage_months
       where month = $1 ${before} order by usage_months.workspace_id desc limit ${rows}`,
      cursor === undefined ? [month] : [month, cursor],
    ),
  );
}
