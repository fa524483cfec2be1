import type { Context } from '../../context.ts';
import { validationError } from '../../errors.ts';
import { listMembers } from '../../features/people/members/operations.ts';

const activeAdmins = {
  role: 'admin',
  email: undefined,
  include_deactivated: false,
  cursor: undefined,
} as const;

/**
 * Refuses to take the role from the only active admin, or to deactivate them: nobody could sign in as one afterwards. The API
 * allows it, because whoever has a key can make another admin.
 */
export async function requireAnotherAdmin(context: Context, memberId: string, what: string): Promise<void> {
  const { data } = await listMembers(context, { ...activeAdmins, limit: 2 });
  if (data.length === 1 && data[0]?.id === memberId) {
    throw validationError(`${what}: this is the only admin. Make somebody else an admin first`);
  }
}
