export const memberRoles = ['member', 'admin'] as const;
export type MemberRole = (typeof memberRoles)[number];

/** What an update can set. */
export const changeable = ['email', 'name', 'role'] as const;
