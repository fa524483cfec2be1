export const memberRoles = ['member', 'admin'] as const;
export type MemberRole = (typeof memberRoles)[number];
