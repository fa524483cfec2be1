export const memberRoles = ['member', 'admin'] as const;
export type MemberRole = (typeof memberRoles)[number];

interface Known {
  email: string;
  role: MemberRole;
}

/** Whether somebody becomes an admin or stops being one, or an admin gets another address. */
export function changesAdmin(before: Known, after: Known): boolean {
  if (before.role !== after.role) return true;
  return before.role === 'admin' && before.email !== after.email;
}
