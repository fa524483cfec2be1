export const statuses = ['pending', 'success', 'failed'] as const;
export type Status = (typeof statuses)[number];
