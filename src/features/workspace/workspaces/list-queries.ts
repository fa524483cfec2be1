import type { PageRequest } from '../../../pagination.ts';
import type { Reader, Value } from '../../../storage/database.ts';
import { readPage } from '../../../storage/newest-first.ts';
import { type OperatedRow, operatedColumns } from './lifecycle-queries.ts';
import type { WorkspaceStatus } from './rules.ts';

export interface WorkspaceFilter {
  status?: WorkspaceStatus | undefined;
  handle?: string | undefined;
  external_id?: string | undefined;
}

const isOfStatus: Record<WorkspaceStatus, string> = {
  active: 'suspended_at is null and delete_at is null',
  suspended: 'suspended_at is not null and delete_at is null',
  deleting: 'delete_at is not null',
};

/** For operators, who see the whole installation. A page and one more, newest first. */
export function selectWorkspacePage(
  reader: Reader,
  { status, handle, external_id }: WorkspaceFilter,
  { limit, cursor }: PageRequest,
): Promise<OperatedRow[]> {
  const values: Value[] = [];
  const bind = (value: Value) => `$${values.push(value)}`;
  const conditions = [
    ...(status === undefined ? [] : [isOfStatus[status]]),
    ...(handle === undefined ? [] : [`handle = ${bind(handle)}`]),
    ...(external_id === undefined ? [] : [`external_id = ${bind(external_id)}`]),
    ...(cursor === undefined ? [] : [`id < ${bind(cursor)}`]),
  ];
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
  return readPage(limit, (rows) =>
    reader.all<OperatedRow>(
      `select ${operatedColumns} from workspaces ${where} order by id desc limit ${rows}`,
      values,
    ),
  );
}
